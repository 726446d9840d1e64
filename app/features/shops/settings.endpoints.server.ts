import { redirect } from "@remix-run/node";
import { hasRole, toAudit } from "~/access/principal";
import { toShopOrigin } from "~/access/shop-origin";
import { findShopSettings } from "~/access/shops.repo.server";
import { shopSettingsSchema } from "~/access/shops.schema";
import { listStaffOfShop } from "~/features/staff/staff.repo.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { CURRENCY_CODES } from "~/lib/currencies";
import { resolveTxt } from "~/lib/email/txt-records.server";
import { invalidRequest, notFound, ProblemError } from "~/lib/problem";
import { toProofRecord } from "./domain-proof";
import { verifyDomainRecords } from "./domain-proof.service.server";
import { domainRules } from "./domain-rules.server";
import { readHighestRate } from "./shop-rate.service.server";
import { updateShopSettings } from "./shops.service.server";

const readSettings = defineEndpoint({
  operationId: "readShopSettings",
  summary: "The shop's settings and its staff",
  method: "GET",
  access: { staff: "viewer" },
  handler: async ({ principal }) => {
    const settings = await findShopSettings(principal.shop.id);
    if (!settings) throw notFound("There is no such shop.");
    const { wantedDomain, domainToken, isDomainByDns: _, ...others } = settings;
    return {
      settings: {
        ...others,
        publicDomain: wantedDomain ?? settings.publicDomain,
        updatedAt: settings.updatedAt.toISOString(),
      },
      activeDomain: settings.publicDomain ?? settings.storeDomain,
      origin: toShopOrigin(settings),
      highestRate: readHighestRate(settings),
      record: wantedDomain && domainToken && { name: toProofRecord(wantedDomain), text: domainToken },
      mayEdit: hasRole(principal.role, "owner"),
      // The shop's own zone may be an old name that the list no longer contains.
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
  body: shopSettingsSchema(domainRules),
  handler: async ({ principal, body, context }) => {
    requireFreePath(body.portalPath, context);
    await updateShopSettings(principal.shop.id, body, toAudit(principal, context));
    return redirect("/admin/settings?done=saved", 303);
  },
});

/** The portal's standard addresses, and the catch-all route. */
const PORTAL_ROUTES = new Set(["routes/apps.memberships.cp", "routes/apps.subscriptions.cp", "routes/$"]);

/** @throws ProblemError 400 when another route of ours answers at that path: the portal would never be shown */
function requireFreePath(portalPath: string, { findRoute }: RequestContext): void {
  const route = findRoute?.(`/${portalPath}`);
  if (route === undefined || PORTAL_ROUTES.has(route)) return;
  const detail = "Another page of this service has this path. Choose a different one.";
  throw invalidRequest([{ pointer: "/portalPath", code: "already_exists", detail }]);
}

const checkDomain = defineEndpoint({
  operationId: "checkPublicDomain",
  summary: "Look up the DNS record of the wanted public domain",
  method: "POST",
  access: { staff: "owner" },
  handler: async ({ principal, context }) => {
    const found = await verifyDomainRecords(principal.shop.id, resolveTxt, toAudit(principal, context));
    if (found === "absent" || found === "unknown") throw new ProblemError("conflict", NOT_PROVEN[found]);
    return redirect("/admin/settings?done=proven", 303);
  },
});

const NOT_PROVEN = {
  absent: "The DNS record was not found. New records can take up to an hour to be seen everywhere.",
  unknown: "The name servers of this domain did not answer. Try again in a few minutes.",
};

export const settingsLoader = pageLoader(readSettings);
export const settingsAction = pageAction({ save: saveSettings, check: checkDomain });
