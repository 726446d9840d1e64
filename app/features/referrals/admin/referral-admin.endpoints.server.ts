import { z } from "zod";
import { hasRole } from "~/access/principal";
import { createPortalContext } from "~/features/customer-pages/portal-context";
import { withLogo } from "~/features/customer-pages/shop-logo.pages.server";
import { writeDiscount } from "~/features/customer-pages/write-discount";
import { listProductTitles } from "~/features/discounts/discount-codes.repo.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { describeOffer } from "~/features/referrals/offer-text";
import { findProgramme } from "~/features/referrals/records/referrals.repo.server";
import { applyProgramme, DEFAULT_PROGRAMME, toProgrammeFields } from "~/features/referrals/rules/programme";
import { programmeFields, programmeSchema } from "~/features/referrals/rules/programme.schema";
import { savedViewsAction } from "~/features/saved-views/saved-views.endpoints.server";
import { listSavedViews } from "~/features/saved-views/saved-views.repo.server";
import { toDatedCsv } from "~/http/endpoint/download.server";
import { staffHtmlRoute } from "~/http/endpoint/html-route.server";
import { fileRoute, pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffPage, staffRead } from "~/http/endpoint/staff-page.server";
import { takeValidFields, withoutKnown } from "~/http/request/field-rules";
import { calendarDay } from "~/lib/schemas/calendar-day";
import { filter, leniently, searchFilter } from "~/lib/schemas/list-filters";
import { startOfDay } from "~/lib/shop-calendar.server";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";
import { REFERRAL_MILESTONES, REFERRAL_STATUSES } from "~db/schema/referral-enums";
import { previewLanding } from "./landing-preview.server";
import { findUnfit, saveProgramme } from "./programme.service.server";
import { exportReferrals } from "./referral-export.service.server";
import {
  countByWeek,
  countMatching,
  countReferrals,
  listReferrals,
  type ReferralFilter,
} from "./referral-list.repo.server";
import { type AskedReferrals, REFERRALS_PATH, toReferralSearch } from "./referral-list-url";

const SHOWN = 50;
const WEEKS = 12;

const filters = z.object({
  q: searchFilter,
  status: filter(z.enum(REFERRAL_STATUSES)),
  reached: filter(z.enum(REFERRAL_MILESTONES)),
  from: filter(calendarDay()),
  to: filter(calendarDay()),
  due: filter(calendarDay()),
});

const listFilter = leniently(filters);
const listQuery = listFilter.extend({
  before: z.coerce.number().int().min(1).nullable().catch(null).default(null),
});

const toFilter = (
  { timeZone }: { timeZone: string },
  { q, status, reached, from, to, due }: AskedReferrals,
): ReferralFilter => ({
  search: q,
  status,
  reached,
  from: from === null ? null : startOfDay(from, timeZone, 0),
  before: to === null ? null : startOfDay(to, timeZone, 1),
  dueBefore: due === null ? null : startOfDay(due, timeZone, 1),
});

const exportList = staffRead("exportReferrals", "viewer", {
  query: filters,
  handler: async ({ principal: { shop }, query, context }) =>
    toDatedCsv("referrals", exportReferrals(shop, toFilter(shop, query)), context, shop),
});

const inLanguage = z.looseObject({ words: z.enum(PORTAL_LANGUAGES).optional().catch(undefined) });

/** The form's fields as they are typed; while they are invalid, the page shows the saved programme. */
const previewProgramme = staffRead("previewReferralProgramme", "viewer", {
  query: inLanguage,
  handler: async ({ principal: { shop, name }, query, context }) => {
    const [found, settings] = await Promise.all([findProgramme(shop.id), readPortalSettings(shop.id)]);
    const saved = found ?? DEFAULT_PROGRAMME;
    const typed = programmeSchema.safeParse(query);
    const programme = typed.success ? applyProgramme(saved, typed.data) : saved;
    const language = (typed.success ? typed.data.wordsLanguage : query.words) ?? settings.language;
    return previewLanding(shop, settings, programme, { language, from: name, now: context.now });
  },
});

/** A URL of the list without the position in it. */
const readKept = (params: URLSearchParams): string =>
  toReferralSearch(listFilter.parse(Object.fromEntries(params)));

export const referralViewsAction = savedViewsAction({
  list: "referrals",
  operation: "ReferralView",
  path: REFERRALS_PATH,
  toHere: readKept,
  toKept: readKept,
});

export const referralsLoader = staffPage("readReferrals", "viewer", {
  query: listQuery,
  handler: async ({ principal: { shop, role, staffId }, query, context }) => {
    const { before, ...asked } = query;
    const filter = toFilter(shop, asked);
    const [rows, total, counts, weeks, programme, views] = await Promise.all([
      listReferrals(shop.id, filter, { beforeId: before, limit: SHOWN + 1 }),
      countMatching(shop.id, filter),
      countReferrals(shop.id),
      countByWeek(shop, WEEKS, context.now),
      findProgramme(shop.id),
      listSavedViews({ shopId: shop.id, staffId, list: "referrals" }),
    ]);
    const shown = rows.slice(0, SHOWN);
    return {
      asked,
      kept: toReferralSearch(asked),
      views,
      total,
      isFirstPage: before === null,
      older: rows.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
      isActive: programme?.isActive ?? false,
      mayEdit: hasRole(role, "editor"),
      timeZone: shop.timeZone,
      counts,
      weeks,
      referrals: shown.map(({ createdAt, invitedAt: _, acceptedAt, closedAt, usedAt, ...row }) => ({
        ...row,
        since: (closedAt ?? usedAt ?? acceptedAt ?? createdAt).toISOString(),
      })),
    };
  },
});

export const programmeLoader = staffPage("readReferralProgramme", "viewer", {
  query: inLanguage,
  handler: async ({ principal: { shop, role }, query, context }) => {
    const [saved, settings] = await Promise.all([findProgramme(shop.id), readPortalSettings(shop.id)]);
    const programme = saved ?? DEFAULT_PROGRAMME;
    const language = query.words ?? settings.language;
    const spoken = { ...settings, language, followsBrowser: false };
    const portal = createPortalContext(shop, spoken, { acceptLanguage: null, token: null, now: context.now });
    const discount = { valueType: programme.friendValueType, value: programme.friendValue };
    const value = writeDiscount(discount, shop.currencyCode, portal);
    return {
      fields: toProgrammeFields(programme, language),
      language,
      own: describeOffer(language, undefined, { value, shop: shop.name }),
      products: await listProductTitles(shop.id, programme.friendProductIds ?? []),
      currencyCode: shop.currencyCode,
      mayEdit: hasRole(role, "editor"),
    };
  },
});

export const programmeAction = pageAction({
  save: staffChange("saveReferralProgramme", "editor", {
    body: programmeSchema,
    findMore: async ({ principal, body }, known) =>
      withoutKnown(await findUnfit(principal.shop, takeValidFields(programmeFields, body)), known),
    done: ({ body }) => `/admin/referrals/programme?words=${body.wordsLanguage}&done=saved`,
    handler: ({ principal, body, audit }) => saveProgramme(principal.shop, body, audit),
  }),
});

export const programmePreview = staffHtmlRoute(previewProgramme, withLogo);
export const referralExport = fileRoute(exportList);
