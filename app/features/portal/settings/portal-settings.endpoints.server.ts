import { redirect } from "@remix-run/node";
import { z } from "zod";
import { hasRole } from "~/access/principal";
import { listReasons } from "~/features/customer-pages/cancel-reasons";
import { textsOf } from "~/features/customer-pages/portal-language";
import { withLogo } from "~/features/customer-pages/shop-logo.pages.server";
import { listProductTitles } from "~/features/discounts/discount-codes.repo.server";
import { listSampleProducts } from "~/features/portal/view/portal-contract.repo.server";
import { isPortalActionOn, type PortalSettings } from "~/features/portal-settings/portal-settings";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { MAX_REASONS } from "~/features/portal-settings/portal-settings-labels";
import { toLogoVersion, toShownLogo } from "~/features/portal-settings/shop-logo";
import { staffHtmlRoute } from "~/http/endpoint/html-route.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffForm, staffPage, staffRead } from "~/http/endpoint/staff-page.server";
import { readUploadedFile } from "~/http/request/uploaded-file.server";
import { PORTAL_ACTIONS, PORTAL_LANGUAGES } from "~db/schema/portal-enums";
import type { PortalLanguage } from "~db/schema/portal-settings";
import { toAttributeFieldValues } from "./attribute-fields-form";
import { toPreview } from "./portal-preview.server";
import { applySettings, updatePortalSettings } from "./portal-settings.service.server";
import { portalSettingsForm } from "./portal-settings-form";
import { removeLogo, saveLogo } from "./shop-logo.service.server";

/** The language whose texts are open; missing or unknown: the shop's. */
const inLanguage = z.looseObject({ words: z.enum(PORTAL_LANGUAGES).optional().catch(undefined) });

/** The settings as values of the form's fields; an unticked checkbox is empty. */
function toFields(settings: PortalSettings, language: PortalLanguage): Record<string, string> {
  const texts = settings.words[language] ?? {};
  const reasons = listReasons({ settings, locale: { language, locale: language }, texts: textsOf(language) });
  const tick = (isOn: boolean) => (isOn ? "on" : "");
  return {
    language: settings.language,
    followsBrowser: tick(settings.followsBrowser),
    accentColor: settings.accentColor,
    backgroundColor: settings.backgroundColor,
    wordsLanguage: language,
    heading: texts.heading ?? "",
    welcome: texts.welcome ?? "",
    cancelIntro: texts.cancelIntro ?? "",
    help: texts.help ?? "",
    coverage: settings.addableProductIds ? "PRODUCTS" : "ALL",
    productIds: (settings.addableProductIds ?? []).join(","),
    shopAddress: settings.shopAddress,
    lineChoice: settings.lineChoice,
    forbidsSecondCode: tick(settings.forbidsSecondCode),
    singleUseLinks: tick(settings.singleUseLinks),
    ...toAttributeFieldValues(settings.attributeFields, language),
    version: settings.updatedAt?.toISOString() ?? "",
    ...Object.fromEntries(
      PORTAL_ACTIONS.map((action) => [`action-${action}`, tick(isPortalActionOn(settings, action))]),
    ),
    ...Object.fromEntries(
      Array.from({ length: MAX_REASONS }, (_, row) => [
        [`reason-${row}-id`, reasons[row]?.id ?? ""],
        [`reason-${row}-text`, reasons[row]?.text ?? ""],
        [`reason-${row}-offer`, reasons[row]?.offer ?? "NONE"],
        [`reason-${row}-code`, reasons[row]?.discountCode ?? ""],
      ]).flat(),
    ),
  };
}

/** In the URL, since the body is the file. */
const ofLogo = inLanguage
  .extend({ version: z.string().max(2000).optional(), seen: z.string().max(2000).optional() })
  // `seen` comes from pages opened before this release; it goes with `withVersion`.
  .transform(({ words, version, seen }) => ({ words, version: version ?? seen ?? "" }));

/** More than any logo needs; the rest of the form is small. */
const LOGO_LIMIT = { field: "logo", limit: 2.1e6, tooLarge: "The file is larger than 2 MB." };

const dropLogo = staffChange("removePortalLogo", "editor", {
  query: ofLogo,
  done: ({ query }) => `/admin/portal?words=${query.words ?? ""}&done=logo-removed`,
  handler: ({ principal, query, audit }) => removeLogo(principal.shop.id, query.version, audit),
});

/** Unsaved values come as the form's own fields; while they are invalid, the saved portal is shown. */
const previewSettings = staffRead("previewPortal", "viewer", {
  query: inLanguage,
  handler: async ({ principal, query, context }) => {
    const { shop } = principal;
    const saved = await readPortalSettings(shop.id);
    const typed = portalSettingsForm.safeParse(query);
    const settings = typed.success
      ? { ...applySettings(saved, typed.data), updatedAt: saved.updatedAt }
      : saved;
    const language = (typed.success ? typed.data.wordsLanguage : query.words) ?? saved.language;
    return toPreview(shop, settings, language, await listSampleProducts(shop.id), context.now);
  },
});

/** The portal's settings, with the texts of one language. */
export const portalSettingsLoader = staffPage("readPortalSettings", "viewer", {
  query: inLanguage,
  handler: async ({ principal, query }) => {
    const { id } = principal.shop;
    const settings = await readPortalSettings(id);
    const language = query.words ?? settings.language;
    const products = [
      ...(settings.addableProductIds ?? []),
      ...settings.attributeFields.flatMap(({ productIds }) => productIds ?? []),
    ];
    return {
      fields: toFields(settings, language),
      wordsLanguage: language,
      logo: toShownLogo(settings, "/admin/portal/preview"),
      logoVersion: toLogoVersion(settings),
      /** Default texts, used where the merchant writes nothing. */
      own: {
        heading: textsOf(language).heading,
        cancelIntro: textsOf(language).cancel.intro,
        help: textsOf(language).defaultHelp(principal.shop.name),
      },
      products: products.length > 0 ? await listProductTitles(id, products) : [],
      mayEdit: hasRole(principal.role, "editor"),
    };
  },
});

export const portalSettingsAction = pageAction({
  save: staffChange("savePortalSettings", "editor", {
    body: portalSettingsForm,
    done: ({ body }) => `/admin/portal?words=${body.wordsLanguage}&done=saved`,
    handler: ({ principal, body, audit }) => updatePortalSettings(principal.shop.id, body, audit),
  }),
  logo: staffForm("savePortalLogo", "editor", {
    query: ofLogo,
    streamsBody: true,
    handler: async ({ principal, query, context, audit }) => {
      const file = await readUploadedFile(context.request, LOGO_LIMIT);
      const upload = { file, version: query.version };
      await saveLogo(principal.shop.id, upload, audit, context.receivedAt);
      return redirect(`/admin/portal?words=${query.words ?? ""}&done=logo`, 303);
    },
  }),
  "remove-logo": dropLogo,
});

export const portalPreview = staffHtmlRoute(previewSettings, withLogo);
