import { useSearchParams } from "@remix-run/react";
import type { Act } from "~/features/contract-actions/contract-actions";

/** The page's address with the dialog of an action open, or (`null`) with none. What the list was left with stays in it. */
export function useActHref(): (act: Act | null, order?: number) => string {
  const [search] = useSearchParams();
  const list = search.get("list");
  return (act, order) => {
    const wanted = new URLSearchParams({
      ...(list && { list }),
      ...(act && { act }),
      ...(order !== undefined && { order: String(order) }),
    });
    return `?${wanted}`;
  };
}
