/** Keeps the page for use without a network. */

/** The mark in the address of a page that `bpx explore` serves: it ends with the command, so nothing of it is kept. */
export const SERVED = "#served";

/** Registers the service worker of a built page on a static host. */
export function keepOffline(): void {
  if (location.hash === SERVED) {
    // The other pages are served too.
    for (const link of document.querySelectorAll<HTMLAnchorElement>("header a")) link.hash = SERVED;
    return;
  }
  // Browsers have no service workers for pages that came over plain HTTP from another machine.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("sw.js").catch(() => {
    // The page works all the same, as long as its host answers.
  });
}
