/**
 * The form's header: empty seats are hidden until someone asks for one, and a category dealt to someone else is drawn
 * as taken. Nothing here is needed to fill in the form.
 */

const form = document.getElementById("inspection");

function putEmptyChairsAway() {
  const seats = [...form.querySelectorAll(".seat")];
  const more = form.querySelector(".seat-more");
  const isUsed = (seat) => seat.querySelector("input:not([type])," + "input[type=text]").value.trim() || seat.querySelector(":checked, .error");
  let last = 0;
  seats.forEach((seat, index) => { if (isUsed(seat)) last = Math.max(last, index); });
  seats.forEach((seat, index) => { seat.hidden = index > last; });
  const offer = () => { more.hidden = seats.every((seat) => !seat.hidden); };
  more.querySelector("button").addEventListener("click", () => {
    const next = seats.find((seat) => seat.hidden);
    next.hidden = false;
    next.querySelector("input:not([type=hidden])").focus();
    offer();
  });
  offer();
}

function markTaken() {
  const dealt = new Map();
  for (const input of form.querySelectorAll(".chip input:checked")) {
    if (input.closest("[hidden]") || !input.closest(".chips").offsetParent) continue;
    dealt.set(input.value, [...(dealt.get(input.value) ?? []), input.name]);
  }
  for (const input of form.querySelectorAll(".chip input")) {
    const owners = (dealt.get(input.value) ?? []).filter((name) => name !== input.name);
    input.closest(".chip").classList.toggle("taken", owners.length > 0);
  }
}

putEmptyChairsAway();
markTaken();
form.addEventListener("change", markTaken);
document.getElementById("alert")?.focus();
