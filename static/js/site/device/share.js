/** The system's own sheet to send a link. Browsers have it on HTTPS alone; elsewhere the button stays hidden. */

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {}); // nobody was chosen
  });
}
