import { z } from "zod";
import { toDatedCsv } from "~/http/endpoint/download.server";
import { fileRoute } from "~/http/endpoint/routes.server";
import { staffPage, staffRead } from "~/http/endpoint/staff-page.server";
import { calendarDay } from "~/lib/schemas/calendar-day";
import { filter, leniently, searchFilter } from "~/lib/schemas/list-filters";
import { startOfDay } from "~/lib/shop-calendar.server";
import { AUDIT_AREA_NAMES } from "./audit-areas";
import type { AuditFilter } from "./audit-log.repo.server";
import { exportAuditLog, getAuditLogPage } from "./audit-log.service.server";

const filters = z.object({
  q: searchFilter,
  area: filter(z.enum(AUDIT_AREA_NAMES)),
  from: filter(calendarDay()),
  to: filter(calendarDay()),
});
type FilterQuery = z.infer<typeof filters>;

/** Days of the shop's calendar, both included. */
const toFilter = ({ q, area, from, to }: FilterQuery, timeZone: string): AuditFilter => ({
  area,
  search: q,
  from: from === null ? null : startOfDay(from, timeZone, 0),
  before: to === null ? null : startOfDay(to, timeZone, 1),
});

const downloadAuditLog = staffRead("exportAuditLog", "owner", {
  query: filters,
  handler: async ({ principal: { shop }, query, context }) =>
    toDatedCsv("audit-log", exportAuditLog(shop, toFilter(query, shop.timeZone)), context, shop),
});

/** Sign-ins, and changes of staff, keys and settings. */
export const auditLogLoader = staffPage("readAuditLog", "owner", {
  query: leniently(filters).extend({
    before: z.coerce.number().int().min(1).nullable().catch(null).default(null),
  }),
  handler: async ({ principal: { shop }, query: { before, ...query } }) => ({
    ...query,
    isFirstPage: before === null,
    ...(await getAuditLogPage(shop, toFilter(query, shop.timeZone), before)),
  }),
});

export const auditLogExport = fileRoute(downloadAuditLog);
