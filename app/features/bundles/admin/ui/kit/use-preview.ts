import { useEffect, useState } from "react";
import type { BundlePreview } from "~/features/bundles/configure/bundle-editor";
import { readPageNonce } from "~/lib/nonce";
import { useShopMark } from "~/ui/hooks/use-shop-mark";

const DELAY_MS = 250;

/** Asks the server for the page of the draft (given as JSON) and its errors, 250 ms after the last change. */
export function usePreview(payload: string): {
  html: string | null;
  errors: BundlePreview["errors"];
  isWaiting: boolean;
} {
  const [html, setHtml] = useState<string | null>(null);
  const [latest, setLatest] = useState<BundlePreview>({ html: null, errors: [] });
  const address = useShopMark()("/admin/bundles/preview");
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const preview = await fetchPreview(address, payload, abort.signal);
      if (!preview || abort.signal.aborted) return;
      setLatest(preview);
      if (preview.html !== null) setHtml(preview.html);
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [address, payload]);
  return { html, errors: latest.errors, isWaiting: html !== null && latest.html === null };
}

/** Null when the request failed: the preview then stays as it is, and saving reports the errors. */
async function fetchPreview(
  address: string,
  payload: string,
  signal: AbortSignal,
): Promise<BundlePreview | null> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      // The frame is bound by this page's content security policy, so its styles need this page's nonce.
      body: `{"nonce":${JSON.stringify(readPageNonce())},"draft":${payload}}`,
      signal,
    });
    return response.ok ? ((await response.json()) as BundlePreview) : null;
  } catch {
    return null;
  }
}
