import { alsoKeptOut, staffPage } from "~/http/endpoint/staff-page.server";
import type { AdminShell } from "~/ui/hooks/admin-shell";
import { listShopsOfStaff } from "./staff.repo.server";

/** The person signed in, their role, the shop and their other shops. */
export const adminShellLoader = staffPage("readAdminShell", "viewer", {
  ...alsoKeptOut,
  handler: async ({ principal }): Promise<AdminShell> => {
    const { name, email, role, shop, staffId, hasShortcuts, hasOtherShops } = principal;
    const { id, storeDomain, timeZone, currencyCode, gateway } = shop;
    const here = { id, name: shop.name, storeDomain };
    return {
      name,
      email,
      role,
      hasShortcuts,
      shop: { ...here, timeZone, currencyCode, gateway },
      // Every page has this. Most people work in one shop, which the session's look-up knows.
      shops: hasOtherShops ? await listShopsOfStaff(staffId) : [{ ...here, role }],
    };
  },
});
