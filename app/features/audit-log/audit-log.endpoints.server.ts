import { z } from "zod";
import { AUDIT_AREA_NAMES } from "~/features/audit-log/audit-areas";
import type { AuditFilter } from "~/features/audit-log/audit-log.repo.server";
import { exportAuditLog, getAuditLogPage } from "~/features/audit-log/audit-log.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { toDatedCsv } from "~/http/endpoint/download.server";
import { fileRoute, pageLoader } from "~/http/endpoint/routes.server";
import { calendarDay } from "~/lib/schemas/calendar-day";
import { filter, leniently, searchFilter } from "~/lib/schemas/list-filters";
import { startOfDay } from "~/lib/shop-calendar.server";

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

const readAuditLog = defineEndpoint({
  operationId: "readAuditLog",
  summary: "Sign-ins, and changes of staff, keys and settings",
  method: "GET",
  access: { staff: "owner" },
  query: leniently(filters).extend({
    before: z.coerce.number().int().min(1).nullable().catch(null).default(null),
  }),
  handler: async ({ principal: { shop }, query: { before, ...query } }) => ({
    ...query,
    isFirstPage: before === null,
    ...(await getAuditLogPage(shop, toFilter(query, shop.timeZone), before)),
  }),
});

const downloadAuditLog = defineEndpoint({
  operationId: "exportAuditLog",
  summary: "The whole filtered audit log as CSV",
  method: "GET",
  access: { staff: "owner" },
  query: filters,
  handler: async ({ principal: { shop }, query, context }) =>
    toDatedCsv("audit-log", exportAuditLog(shop, toFilter(query, shop.timeZone)), context, shop),
});

export const auditLogLoader = pageLoader(readAuditLog);
export const auditLogExport = fileRoute(downloadAuditLog);
