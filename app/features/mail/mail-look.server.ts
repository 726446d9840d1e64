import type { MailLook } from "~/features/mail/mail-layout";
import { textOn } from "~/features/portal/colors";
import type { PortalSettings } from "~/features/portal/portal-settings";
import { toShownLogo } from "~/features/portal/shop-logo";
import { toShopOrigin } from "~/features/shops/shop-origin";
import type { PrincipalShop } from "~/http/principal";
import type { PortalLanguage } from "~db/schema/portal-settings";

/** The shop's name, logo and colours, as its portal has them. */
export const toMailLook = (
  shop: PrincipalShop,
  settings: PortalSettings,
  language: PortalLanguage,
): MailLook => ({
  language,
  shopName: shop.name,
  accentColor: settings.accentColor,
  onAccent: textOn(settings.accentColor),
  backgroundColor: settings.backgroundColor,
  logo: toShownLogo(settings, `${toShopOrigin(shop)}/${shop.portalPath}`),
});
