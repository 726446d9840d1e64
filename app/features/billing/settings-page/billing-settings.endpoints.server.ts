import { redirect } from "@remix-run/node";
import { hasRole, toAudit } from "~/access/principal";
import {
  readBillingSettings,
  readSettingsVersion,
} from "~/features/billing/settings/billing-settings.repo.server";
import { updateBillingSettings } from "~/features/billing/settings-page/billing-settings.service.server";
import { billingSettingsForm, toBillingFields } from "~/features/billing/settings-page/billing-settings-form";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";

const readSettings = defineEndpoint({
  operationId: "readBillingSettings",
  summary: "When the shop bills, and what it does about failed payments",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal: { shop, role } }) => {
    const [settings, updatedAt] = await Promise.all([
      readBillingSettings(shop.id),
      readSettingsVersion(shop.id),
    ]);
    return {
      fields: toBillingFields(settings),
      version: updatedAt?.toISOString() ?? "",
      timeZone: shop.timeZone,
      gateway: shop.gateway,
      mayEdit: hasRole(role, "owner"),
    };
  },
});

const saveSettings = defineEndpoint({
  operationId: "saveBillingSettings",
  summary: "Change when the shop bills, and what it does about failed payments",
  method: "POST",
  access: { staff: "owner" },
  body: billingSettingsForm,
  handler: async ({ principal, body, context }) => {
    await updateBillingSettings(principal.shop.id, body, toAudit(principal, context));
    return redirect("/admin/settings/billing?done=saved", 303);
  },
});

export const billingSettingsLoader = pageLoader(readSettings);
export const billingSettingsAction = pageAction({ save: saveSettings });
