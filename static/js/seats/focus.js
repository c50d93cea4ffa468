/** A tap on a category is all it takes to choose one's focus; by key, the choice is made with the button. */

const form = document.getElementById("focus");
let isTapped = false; // the label whose click is just being passed on to its field: Safari's field does not know of it

form.addEventListener("click", ({ currentTarget, detail, target }) => {
  if (target.matches("input[type=radio]")) {
    if (detail || isTapped) currentTarget.requestSubmit();
  } else if (detail && target.closest("label")) {
    isTapped = true;
    setTimeout(() => (isTapped = false));
  }
});

// One that was tapped before this script was there.
if (form.querySelector("input[type=radio]:checked:not([checked])")) form.requestSubmit();
