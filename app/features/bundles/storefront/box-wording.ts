import type { BoxTexts } from "~/features/bundles/storefront/texts/box-texts";
import { boxTextsOf } from "~/features/bundles/storefront/texts/texts-of";
import type { PortalContext } from "~/features/customer-pages/portal-context";
import type { BoxView } from "./box-view";

/** What a bundle's page is written with, in the visitor's language: its own texts (`box`), and the portal's. */
export type BoxWording = Pick<PortalContext, "texts" | "format"> & { box: BoxTexts };

export const toBoxWording = ({ locale, texts, format }: PortalContext): BoxWording => ({
  texts,
  format,
  box: boxTextsOf(locale.language),
});

export type WrittenBox = BoxView & { wording: BoxWording };
