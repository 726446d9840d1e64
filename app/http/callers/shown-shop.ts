/** Parameter of a form's or download's address: the id of the shop that the page was made for (decision 166). */
const SHOWN_SHOP = "inShop";

/** Removes it from the address, which a handler may pass on. @returns null where it is missing */
export function takeShownShop({ searchParams }: URL): string | null {
  const shown = searchParams.get(SHOWN_SHOP);
  // Removing writes the whole address anew, even where there is nothing to remove.
  if (shown !== null) searchParams.delete(SHOWN_SHOP);
  return shown;
}

/** The address with the shop in place of any that it names. */
export function withShownShop(address: string, shopId: number): string {
  const start = address.indexOf("?");
  const path = start < 0 ? address : address.slice(0, start);
  const search = start < 0 ? "" : address.slice(start + 1);
  const others = search.split("&").filter((part) => part !== "" && !part.startsWith(`${SHOWN_SHOP}=`));
  return `${path}?${[...others, `${SHOWN_SHOP}=${shopId}`].join("&")}`;
}
