import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * The data of the page comes as a stream, and until it is decoded RemixBrowser suspends. A click at that moment makes
 * React hydrate at once, which must not suspend at the root: it gives the whole page up (error 345). So the data first.
 */
async function waitForPageData(): Promise<void> {
  try {
    // As a plain function: it throws its promise before it comes to any hook.
    RemixBrowser({});
  } catch (waiting) {
    if (!(waiting instanceof Promise)) throw waiting;
    await waiting;
  }
}

await waitForPageData();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
