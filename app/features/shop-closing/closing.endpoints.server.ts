import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole } from "~/access/principal";
import { findShopSettings } from "~/access/shops.repo.server";
import { toOwnAudit } from "~/features/staff/own-audit";
import { requireOwnPassword } from "~/features/staff/own-password.service.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffPage } from "~/http/endpoint/staff-page.server";
import { env } from "~/lib/env.server";
import { invalidRequest } from "~/lib/problem";
import { countWhatRuns } from "./closing.repo.server";
import { closeShop, reopenShop } from "./closing.service.server";
import { toDeletionDate } from "./deletion-date.server";

/** What closing the shop would stop. */
export const closingLoader = staffPage("readShopClosing", "owner", {
  handler: async ({ principal: { shop } }) => ({
    ...(await countWhatRuns(shop.id)),
    deletionDays: env.SHOP_DELETION_DAYS,
  }),
});

export const closingAction = pageAction({
  close: staffChange("closeShopByForm", "owner", {
    body: z.object({
      name: z.string("Type the shop’s name.").trim().max(1000),
      password: z.string("Enter your current password.").min(1, "Enter your current password.").max(1000),
    }),
    done: "/admin/closed",
    handler: async ({ principal, body: { name, password }, context, realAudit }) => {
      if (name !== principal.shop.name)
        throw invalidRequest([
          { pointer: "/name", code: "invalid_value", detail: `Type the shop’s name: ${principal.shop.name}` },
        ]);
      await requireOwnPassword(principal, password, toOwnAudit(principal, context));
      await closeShop(principal.shop.id, realAudit);
    },
  }),
});

/** Since when the shop is closed, and when its data is deleted. */
export const closedLoader = staffPage("readClosedShop", "viewer", {
  staffOfClosedShop: true,
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

export const closedAction = pageAction({
  reopen: staffChange("reopenShop", "owner", {
    staffOfClosedShop: true,
    done: "/admin",
    handler: ({ principal, realAudit }) => reopenShop(principal.shop.id, realAudit),
  }),
});
