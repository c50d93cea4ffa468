/** A tap on a category is all it takes to choose one's focus; by key, the choice is made with the button. */

document.getElementById("focus").addEventListener("click", ({ currentTarget, detail, target }) => {
  if (detail && target.matches("input[type=radio]")) currentTarget.requestSubmit();
});
