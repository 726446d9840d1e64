import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageLoader } from "~/http/endpoint/routes.server";
import type { AdminShell } from "~/ui/hooks/admin-shell";
import { listShopsOfStaff } from "./staff.repo.server";

const readShell = defineEndpoint({
  operationId: "readAdminShell",
  summary: "The person signed in, their role, the shop and their other shops",
  method: "GET",
  access: { staff: "viewer", staffWithoutSecondFactor: true, staffOfClosedShop: true },
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

export const adminShellLoader = pageLoader(readShell);
