import type { ActionFunctionArgs } from "@remix-run/node";
import {
  bundlePageAction,
  bundlePageLoader,
} from "~/features/bundles/storefront/storefront.endpoints.server";
import { stopAction, stopLoader } from "~/features/notices/stop.pages.server";
import { portalAction, portalLoader } from "~/features/portal/portal.pages.server";
import { landingAction, landingLoader } from "~/features/referrals/landing/landing.pages.server";

type Handler = (args: ActionFunctionArgs) => Promise<Response>;

/** Who answers at each route for customers. */
export const CUSTOMER_HANDLERS: Record<string, { visit: Handler; send: Handler }> = {
  "apps.memberships.cp.ts": { visit: portalLoader, send: portalAction },
  "apps.memberships.bundles.$handle.ts": { visit: bundlePageLoader, send: bundlePageAction },
  "apps.memberships.friends.$token.ts": { visit: landingLoader, send: landingAction },
  "apps.memberships.reminders.$token.ts": { visit: stopLoader, send: stopAction },
};
