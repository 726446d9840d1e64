import type { PortalSettings } from "./portal-settings";

/** A logo on a page: its source, and its size in pixels. */
export type ShownLogo = { src: string; width: number; height: number };

/** Space for a logo on pages and in mails. */
const PLACE = { width: 160, height: 40 };
/** Stored size: four times as much, for high-resolution screens. */
export const KEPT = { width: 640, height: 160 };

/** An id includes its shop's, so that the image can be looked up by shop under any address. */
const LOGO_ID = /^(\d{1,15})-[0-9a-f]{32}$/;

/** The shop in a logo's id; null for an invalid id. */
export const readShopOfLogo = (id: string): number | null => Number(LOGO_ID.exec(id)?.[1]) || null;

/** Which logo it is, for forms that replace it; "" for none. */
export const toLogoVersion = ({ logo, logoUrl }: Pick<PortalSettings, "logo" | "logoUrl">): string =>
  logo?.id ?? logoUrl ?? "";

/**
 * The shop's logo on a page; null to show its name instead. An uploaded one is requested by a query alone, which is
 * right whatever path the page has (docs/decisions/022).
 *
 * @param page address of a page of the shop, for logos elsewhere (mails); a page itself needs none
 */
export function toShownLogo(
  { logo, logoUrl }: Pick<PortalSettings, "logo" | "logoUrl">,
  page = "",
): ShownLogo | null {
  if (!logo) return logoUrl ? { src: logoUrl, ...PLACE } : null;
  const share = Math.min(1, PLACE.width / logo.width, PLACE.height / logo.height);
  return {
    src: `${page}?logo=${logo.id}`,
    width: Math.max(1, Math.round(logo.width * share)),
    height: Math.max(1, Math.round(logo.height * share)),
  };
}
