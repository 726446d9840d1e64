import { useSearchParams } from "@remix-run/react";

/** The part of the contract that a dialog is about. */
export type DialogPart = { line?: string; discount?: string; order?: number; variant?: number };

/** The page's address with this dialog open, or none (`null`). It keeps the parameters that lead back to the list. */
export function useDialogHref(): (intent: string | null, part?: DialogPart) => string {
  const [search] = useSearchParams();
  const list = search.get("list");
  return (intent, part = {}) => {
    const wanted = new URLSearchParams({ ...(list && { list }), ...(intent && { edit: intent }) });
    for (const [name, value] of Object.entries(part))
      if (value !== undefined) wanted.set(name, String(value));
    return `?${wanted}`;
  };
}
