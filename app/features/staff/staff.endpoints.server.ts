import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageLoader } from "~/http/endpoint/routes.server";
import type { AdminShell } from "~/ui/hooks/admin-shell";
import { listShopsOfStaff } from "./staff.repo.server";

const readShell = defineEndpoint({
  operationId: "readAdminShell",
  summary: "The person signed in, their role, the shop and their other shops",
  method: "GET",
  access: { staff: "viewer", staffWithoutSecondFactor: true },
  handler: async ({ principal }): Promise<AdminShell> => {
    const { name, email, role, shop, staffId, hasShortcuts } = principal;
    const { id, storeDomain, timeZone, currencyCode, gateway } = shop;
    return {
      name,
      email,
      role,
      hasShortcuts,
      shop: { id, name: shop.name, storeDomain, timeZone, currencyCode, gateway },
      shops: await listShopsOfStaff(staffId),
    };
  },
});

export const adminShellLoader = pageLoader(readShell);
