/** The strip that says that the network is down, at a fixed place, so that nothing moves when it comes and goes. */

/** Put an empty strip on the page; `say(sentence)` fills it, `hush()` empties it. */
export function createBar() {
  const bar = document.createElement("p");
  bar.className = "live-bar";
  bar.setAttribute("role", "status");
  document.body.append(bar);
  const write = (text) => {
    if (bar.textContent !== text) bar.textContent = text; // an unchanged one is not announced again
  };
  return {
    get isShown() {
      return bar.textContent !== "";
    },
    say: write,
    hush: () => write(""),
  };
}
