import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole, toRealAudit } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { countWhatRuns } from "~/features/shop-closing/closing.repo.server";
import { closeShop, reopenShop } from "~/features/shop-closing/closing.service.server";
import { toDeletionDate } from "~/features/shop-closing/deletion-date.server";
import { toOwnAudit } from "~/features/staff/own-audit";
import { requireOwnPassword } from "~/features/staff/own-password.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { env } from "~/lib/env.server";
import { invalidRequest } from "~/lib/problem";

const readClosing = defineEndpoint({
  operationId: "readShopClosing",
  summary: "What closing the shop would stop",
  method: "GET",
  access: { staff: "owner" },
  handler: async ({ principal: { shop } }) => ({
    ...(await countWhatRuns(shop.id)),
    deletionDays: env.SHOP_DELETION_DAYS,
  }),
});

const submitClosing = defineEndpoint({
  operationId: "closeShopByForm",
  summary: "Close the shop",
  method: "POST",
  access: { staff: "owner" },
  body: z.object({
    name: z.string("Type the shop’s name.").trim().max(1000),
    password: z.string("Enter your current password.").min(1, "Enter your current password.").max(1000),
  }),
  handler: async ({ principal, body: { name, password }, context }): Promise<Response> => {
    if (name !== principal.shop.name)
      throw invalidRequest([
        { pointer: "/name", code: "invalid_value", detail: `Type the shop’s name: ${principal.shop.name}` },
      ]);
    await requireOwnPassword(principal, password, toOwnAudit(principal, context));
    await closeShop(principal.shop.id, toRealAudit(principal, context));
    return redirect("/admin/closed", 303);
  },
});

const readClosed = defineEndpoint({
  operationId: "readClosedShop",
  summary: "Since when the shop is closed, and when its data is deleted",
  method: "GET",
  access: { staff: "viewer", staffOfClosedShop: true },
  handler: async ({ principal: { shop, role } }) => {
    const found = await findShopSettings(shop.id);
    if (!found?.closedAt) throw redirect("/admin", 303);
    const { closedAt, closedBy, deletionBegunAt } = found;
    const isOwner = hasRole(role, "owner");
    return {
      closedAt,
      closedBy,
      deletedFrom: toDeletionDate(closedAt),
      isOwner,
      isEnding: deletionBegunAt !== null,
    };
  },
});

const submitReopening = defineEndpoint({
  operationId: "reopenShop",
  summary: "Open the closed shop again",
  method: "POST",
  access: { staff: "owner", staffOfClosedShop: true },
  handler: async ({ principal, context }): Promise<Response> => {
    await reopenShop(principal.shop.id, toRealAudit(principal, context));
    return redirect("/admin", 303);
  },
});

export const closingLoader = pageLoader(readClosing);
export const closingAction = pageAction({ close: submitClosing });
export const closedLoader = pageLoader(readClosed);
export const closedAction = pageAction({ reopen: submitReopening });
