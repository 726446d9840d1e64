import { useCallback } from "react";
import { withShownShop } from "~/http/callers/shown-shop";
import { useFoundAdminShell } from "./use-admin-shell";

/**
 * Adds to an address which shop the page was made for, so that the server refuses it once the person has switched to
 * another in a second tab. Every form has it ({@link Form}), and so must every download and whatever else posts.
 */
export function useShopMark(): (address: string) => string {
  // Pages for people who are not signed in have no shop.
  const shopId = useFoundAdminShell()?.shop.id;
  return useCallback(
    (address) => (shopId === undefined ? address : withShownShop(address, shopId)),
    [shopId],
  );
}
