import { hasRole } from "~/access/principal";
import {
  readBillingSettings,
  readSettingsVersion,
} from "~/features/billing/settings/billing-settings.repo.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffPage } from "~/http/endpoint/staff-page.server";
import { updateBillingSettings } from "./billing-settings.service.server";
import { billingSettingsForm, toBillingFields } from "./billing-settings-form";

/** When the shop bills, and what it does about failed payments. */
export const billingSettingsLoader = staffPage("readBillingSettings", "viewer", {
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

export const billingSettingsAction = pageAction({
  /** Change when the shop bills, and what it does about failed payments. */
  save: staffChange("saveBillingSettings", "owner", {
    body: billingSettingsForm,
    done: "/admin/settings/billing?done=saved",
    handler: ({ principal, body, audit }) => updateBillingSettings(principal.shop.id, body, audit),
  }),
});
