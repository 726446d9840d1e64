/** In answers with a page's data: the release that made them (scripts/preload.mjs). Earlier releases do not send it. */
const RELEASE_HEADER = "X-Release";
const PAGE_DATA = /\.data(\?|$)/;

/**
 * Loads the next page as a document once the server runs another release than the one this tab's scripts come from:
 * scripts of one release cannot be trusted to show the data of another. Background requests, such as
 * those of polls and lists of choices, only note that there is a newer release, so a page that somebody types in stays;
 * so does one that shows a form's own answer, such as a key that is shown only once. Source: docs/operations.md, "Upgrade without downtime".
 */
export function watchReleases(): void {
  const { version } = window.__remixManifest;
  const ask = window.fetch;
  let isOutdated = false;

  /** @returns whether a navigation was under way, which the browser now does without these scripts */
  function leaveScripts(): boolean {
    const { state, location, formMethod, formAction } = window.__remixRouter.state.navigation;
    if (state !== "loading") return false;
    const { pathname, search, hash } = location;
    // A form that was answered in place, not by a redirect: the page is only read again, and has the answer.
    const isAnswer =
      formMethod !== undefined && formMethod !== "GET" && formAction === `${pathname}${search}`;
    if (isAnswer) return false;
    const isSamePage = pathname === window.location.pathname && search === window.location.search;
    // Another fragment of the same page would only be scrolled to.
    if (isSamePage) window.location.reload();
    else window.location.assign(`${pathname}${search}${hash}`);
    return true;
  }

  window.fetch = async (...request) => {
    // Nothing more comes of it: the tab leaves for a document.
    if (isOutdated && leaveScripts()) return new Promise<never>(() => {});
    const response = await ask(...request);
    if (!PAGE_DATA.test(response.url) || response.headers.get(RELEASE_HEADER) === version) return response;
    isOutdated = true;
    return leaveScripts() ? new Promise<never>(() => {}) : response;
  };
}
