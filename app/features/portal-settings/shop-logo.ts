import type { PortalSettings } from "~/features/portal-settings/portal-settings";

/** A logo on a page: where it comes from, and the pixels it takes. */
export type ShownLogo = { src: string; width: number; height: number };

/** The place that a logo has on pages and in mails. */
const PLACE = { width: 160, height: 40 };
/** What is kept: four times as much, for screens that show several dots a pixel. */
export const KEPT = { width: 640, height: 160 };

/** An id names its shop, so that its image is looked up by shop wherever its address stands. */
const LOGO_ID = /^(\d{1,15})-[0-9a-f]{32}$/;

/** The shop that an id names; null when it is none. */
export const readShopOfLogo = (id: string): number | null => Number(LOGO_ID.exec(id)?.[1]) || null;

/**
 * The shop's logo as a page has it; null where its name stands. An uploaded one is asked for by a query alone, which is
 * right on whatever path the page has (docs/decisions/022).
 *
 * @param page the address of a page of the shop's, for what stands elsewhere (mails); a page itself needs none
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
