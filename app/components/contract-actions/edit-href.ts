import { useSearchParams } from "@remix-run/react";
import type { Edit } from "~/features/contract-actions/contract-edits";

export type EditPlace = { line?: string; discount?: string; order?: number; variant?: number };

/** The page's address with the dialog of an edit open. What the list was left with stays in it. */
export function useEditHref(): (edit: Edit, place?: EditPlace) => string {
  const [search] = useSearchParams();
  const list = search.get("list");
  return (edit, place = {}) => {
    const wanted = new URLSearchParams({ ...(list && { list }), edit });
    for (const [name, value] of Object.entries(place)) wanted.set(name, String(value));
    return `?${wanted}`;
  };
}
