import { ProblemError } from "~/lib/problem";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import type { PortalAction, portalSettings, shopLogos } from "~db/schema/portal-settings";

/**
 * How a shop's portal looks and what customers may do there; `updatedAt` is the version for an edit, null = never
 * saved.
 */
export type PortalSettings = Omit<typeof portalSettings.$inferSelect, "shopId" | "updatedAt"> & {
  /** The uploaded logo; `logoUrl` is one by address, from before logos could be uploaded. */
  logo: Pick<typeof shopLogos.$inferSelect, "id" | "width" | "height"> | null;
  updatedAt: Date | null;
};

/** For shops that have never saved any. */
export const DEFAULT_PORTAL_SETTINGS: PortalSettings = {
  language: "en",
  followsBrowser: true,
  disabledActions: [],
  enabledActions: [],
  accentColor: "#1a6f52",
  backgroundColor: "#f6f6f3",
  logo: null,
  logoUrl: null,
  words: {},
  cancelReasons: null,
  addableProductIds: null,
  lineChoice: "SAME_PRODUCT",
  attributeFields: [],
  forbidsSecondCode: false,
  shopAddress: "",
  singleUseLinks: false,
  updatedAt: null,
};

export const isPortalActionOn = (settings: PortalSettings, action: PortalAction): boolean =>
  ACTIONS_OFF_AT_FIRST.includes(action)
    ? settings.enabledActions.includes(action)
    : !settings.disabledActions.includes(action);

/**
 * Customers may only do what the shop has left switched on, on pages as in the API (wire.md §1 "Errors", 403).
 * @throws ProblemError switched_off
 */
export function requirePortalAction(settings: PortalSettings, action: PortalAction): void {
  if (!isPortalActionOn(settings, action))
    throw new ProblemError("switched_off", "The shop does not offer this in its portal.");
}
