import { useSearchParams } from "@remix-run/react";
import type { StaffAction } from "~/features/contract-page/dialogs/contract-actions";

/** Which dialog is open, and for which part of the contract. */
type Dialog = { action: StaffAction; order?: number } | ({ edit: string } & EditPlace);
export type EditPlace = { line?: string; discount?: string; order?: number; variant?: number };

/** The page's address with this dialog open, or none (`null`). It keeps the parameters that lead back to the list. */
export function useDialogHref(): (dialog: Dialog | null) => string {
  const [search] = useSearchParams();
  const list = search.get("list");
  return (dialog) => {
    const wanted = new URLSearchParams(list ? { list } : {});
    for (const [name, value] of Object.entries(dialog ?? {}))
      if (value !== undefined) wanted.set(name, String(value));
    return `?${wanted}`;
  };
}
