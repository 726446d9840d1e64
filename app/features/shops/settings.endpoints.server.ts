import { redirect } from "@remix-run/node";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/faces.server";
import { hasRole, toActor } from "~/http/principal";
import { notFound } from "~/http/problem";
import { listStaffOfShop } from "../staff/staff.repo.server";
import { CURRENCY_CODES } from "./currencies";
import { findShopSettings } from "./shops.repo.server";
import { shopSettingsSchema } from "./shops.schema";
import { updateShopSettings } from "./shops.service.server";

const readSettings = defineEndpoint({
  operationId: "readShopSettings",
  summary: "The shop's settings and its staff",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal }) => {
    const settings = await findShopSettings(principal.shop.id);
    if (!settings) throw notFound("There is no such shop.");
    return {
      settings: { ...settings, updatedAt: settings.updatedAt.toISOString() },
      mayEdit: hasRole(principal.role, "owner"),
      // The shop's own zone may be an old name that the list no longer has.
      timeZones: [...new Set(["UTC", settings.timeZone, ...Intl.supportedValuesOf("timeZone")])].sort(),
      currencyCodes: [...CURRENCY_CODES],
      staff: await listStaffOfShop(principal.shop.id),
    };
  },
});

const saveSettings = defineEndpoint({
  operationId: "saveShopSettings",
  summary: "Change the shop's settings",
  method: "POST",
  access: { staff: "owner" },
  body: shopSettingsSchema,
  handler: async ({ principal, body, context }) => {
    const { requestId, now } = context;
    await updateShopSettings(principal.shop.id, body, { actor: toActor(principal), requestId, now });
    return redirect("/admin/settings?done=saved", 303);
  },
});

export const settingsLoader = pageLoader(readSettings);
export const settingsAction = pageAction({ save: saveSettings });
