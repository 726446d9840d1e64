import type { PrincipalShop } from "~/access/principal";
import { type TimelineEntry, toTimelineEntry } from "~/features/contract-page/history/activity-timeline";
import { toContractFormat } from "~/features/contracts/contract-format";
import { BYTE_ORDER_MARK, toCsv } from "~/lib/text/csv";
import { type AuditFilter, listAuditLog } from "./audit-log.repo.server";

/** @field address where the request came from; null where it was not stored */
export type AuditEntry = TimelineEntry & { address: string | null };

const SHOWN = 50;
const BATCH = 500;

type Shop = Pick<PrincipalShop, "id" | "timeZone" | "currencyCode">;

const readEntries = async (
  shop: Shop,
  filter: AuditFilter,
  page: { beforeId: number | null; limit: number },
): Promise<AuditEntry[]> => {
  const format = toContractFormat(shop.timeZone, shop.currencyCode);
  const rows = await listAuditLog(shop.id, filter, page);
  return rows.map((row) => ({ ...toTimelineEntry(row, format), address: row.address }));
};

/** A page of the audit log, newest first. @returns older the id that the next page ends before */
export async function getAuditLogPage(
  shop: Shop,
  filter: AuditFilter,
  beforeId: number | null,
): Promise<{ entries: AuditEntry[]; older: number | null }> {
  const entries = await readEntries(shop, filter, { beforeId, limit: SHOWN + 1 });
  const shown = entries.slice(0, SHOWN);
  return { entries: shown, older: entries.length > SHOWN ? (shown.at(-1)?.id ?? null) : null };
}

const toChanges = ({ changes }: AuditEntry): string =>
  changes.map(({ field, before, after }) => `${field}: ${before ?? "–"} → ${after ?? "–"}`).join("; ");

/** The whole audit log as CSV in pieces, so that only one batch is in memory. Instants in UTC, ISO 8601. */
export async function* exportAuditLog(shop: Shop, filter: AuditFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([["When", "Who", "What", "Changes", "Address", "Entry"]]);
  for (let beforeId: number | null = null; ; ) {
    const entries = await readEntries(shop, filter, { beforeId, limit: BATCH });
    yield toCsv(
      entries.map((entry) => [
        entry.instant,
        entry.actor,
        entry.action,
        toChanges(entry),
        entry.address,
        entry.id,
      ]),
    );
    beforeId = entries.at(-1)?.id ?? null;
    if (entries.length < BATCH) return;
  }
}
