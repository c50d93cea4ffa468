/** The strip that says that the network is down, at a fixed place, so that nothing moves when it comes and goes. */

/**
 * Put an empty strip on the page; `say(sentence)` fills it, `hush()` empties it. `wait(sentence)` fills it with what
 * takes precedence, until there is nothing more to wait for: `wait("")`.
 */
export function createBar() {
  const bar = document.createElement("p");
  bar.className = "live-bar";
  bar.setAttribute("role", "status");
  document.body.append(bar);
  let said = "";
  let awaited = "";
  const write = () => {
    const text = awaited || said;
    if (bar.textContent !== text) bar.textContent = text; // an unchanged one is not announced again
  };
  const say = (text) => {
    said = text;
    write();
  };
  return {
    get isShown() {
      return bar.textContent !== "";
    },
    say,
    hush: () => say(""),
    wait(text) {
      awaited = text;
      write();
    },
  };
}
