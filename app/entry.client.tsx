import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchReleases } from "~/ui/shell/newer-release";

/**
 * The page's data comes as a stream, and RemixBrowser suspends until it is decoded. A click at that moment makes React
 * hydrate at once, which must not suspend at the root: it would discard the whole page (error 345). So the data comes
 * first.
 */
async function waitForPageData(): Promise<void> {
  try {
    // Called as a plain function: it throws its promise before it gets to any hook.
    RemixBrowser({});
  } catch (waiting) {
    if (!(waiting instanceof Promise)) throw waiting;
    await waiting;
  }
}

// The development server does not say its release, and loads changed modules by itself.
if (!window.__remixManifest.hmr) watchReleases();
await waitForPageData();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
