import { hasRole } from "~/access/principal";
import { toShopOrigin } from "~/access/shop-origin";
import { findShopSettings } from "~/access/shops.repo.server";
import { shopSettingsSchema } from "~/access/shops.schema.server";
import { listStaffOfShop } from "~/features/staff/staff.repo.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffPage } from "~/http/endpoint/staff-page.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { CURRENCY_CODES } from "~/lib/currencies";
import { resolveTxt } from "~/lib/email/txt-records.server";
import { invalidRequest, notFound, ProblemError } from "~/lib/problem";
import { toProofRecord } from "./domain-proof";
import { verifyDomainRecords } from "./domain-proof.service.server";
import { domainRules } from "./domain-rules.server";
import { readHighestRate } from "./shop-rate.service.server";
import { updateShopSettings } from "./shops.service.server";

/** The portal's standard addresses, and the catch-all route. */
const PORTAL_ROUTES = new Set(["routes/apps.memberships.cp", "routes/apps.subscriptions.cp", "routes/$"]);

/** @throws ProblemError 400 when another route of ours answers at that path: the portal would never be shown */
function requireFreePath(portalPath: string, { findRoute }: RequestContext): void {
  const route = findRoute?.(`/${portalPath}`);
  if (route === undefined || PORTAL_ROUTES.has(route)) return;
  const detail = "Another page of this service has this path. Choose a different one.";
  throw invalidRequest([{ pointer: "/portalPath", code: "already_exists", detail }]);
}

const NOT_PROVEN = {
  absent: "The DNS record was not found. New records can take up to an hour to be seen everywhere.",
  unknown: "The name servers of this domain did not answer. Try again in a few minutes.",
};

export const settingsLoader = staffPage("readShopSettings", "viewer", {
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

export const settingsAction = pageAction({
  save: staffChange("saveShopSettings", "owner", {
    body: shopSettingsSchema(domainRules),
    done: "/admin/settings?done=saved",
    handler: ({ principal, body, context, audit }) => {
      requireFreePath(body.portalPath, context);
      return updateShopSettings(principal.shop.id, body, audit);
    },
  }),
  check: staffChange("checkPublicDomain", "owner", {
    done: "/admin/settings?done=proven",
    handler: async ({ principal, audit }) => {
      const found = await verifyDomainRecords(principal.shop.id, resolveTxt, audit);
      if (found === "absent" || found === "unknown") throw new ProblemError("conflict", NOT_PROVEN[found]);
    },
  }),
});
