import { z } from "zod";
import { hasRole } from "~/access/principal";
import { eraseByForm } from "~/features/customers/privacy/privacy.endpoints.server";
import { noteFormsOfCustomer } from "~/features/notes/notes.endpoints.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffPage } from "~/http/endpoint/staff-page.server";
import { pageId } from "~/http/request/page-fields";
import { getCustomerPage } from "./customer-page.service.server";

export const customerPageLoader = staffPage("readCustomerPage", "viewer", {
  params: z.object({ customerId: pageId }),
  handler: async ({ principal: { shop, role }, params: { customerId }, context }) => ({
    ...(await getCustomerPage(shop, customerId, { now: context.now, realNow: context.receivedAt })),
    mayEdit: hasRole(role, "editor"),
    /** May export and erase. */
    mayErase: hasRole(role, "owner"),
    /** Mails may contain links that sign their reader in. */
    mayReadMails: hasRole(role, "owner"),
  }),
});

/** Forms of the page, chosen by the parameter `intent`. */
export const customerPageAction = pageAction({ ...noteFormsOfCustomer, erase: eraseByForm });
