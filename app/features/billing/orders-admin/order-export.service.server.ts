import type { PrincipalShop } from "~/access/principal";
import { toDayString } from "~/lib/format";
import { roundMoney } from "~/lib/money";
import { invalidRequest } from "~/lib/problem";
import { BYTE_ORDER_MARK, type Cell, toCsv } from "~/lib/text/csv";
import { toReason, toStateLabel } from "./order-labels";
import { prepareSelection, prepareSort, priceRows, TOO_MANY_TO_SORT } from "./order-list-page.service.server";
import type { OrderListQuery } from "./order-list-query";
import { findOrderRows, type OrderListRow, type OrderSelection } from "./order-rows.repo.server";
import type { OwnAmounts } from "./order-sort-sql.server";
import { isMissed } from "./order-view";

const BATCH_SIZE = 1000;

type ExportRow = OrderListRow & { isMissed: boolean; day(instant: string): string };

/** Columns of the export, in order. Merchants' spreadsheets rely on their names. */
const COLUMNS: [title: string, read: (row: ExportRow) => Cell][] = [
  ["Id", ({ id }) => id],
  ["Order", ({ orderName }) => orderName],
  ["Date", ({ billingDate, day }) => day(billingDate)],
  ["Status", (row) => toStateLabel(row).label],
  ["Customer", ({ customerName }) => customerName],
  ["E-mail", ({ customerEmail }) => customerEmail],
  ["Contract", ({ contractId }) => contractId],
  ["Amount", ({ amount, currencyCode }) => amount && roundMoney(amount, currencyCode)],
  ["Refunded", ({ refunded, currencyCode }) => refunded && roundMoney(refunded, currencyCode)],
  ["Currency", ({ currencyCode }) => currencyCode],
  ["Tries", ({ attemptCount }) => attemptCount],
  ["Last try", ({ attemptTime, day }) => attemptTime && day(attemptTime)],
  ["Error", ({ errorCode }) => errorCode],
  ["Reason", (row) => toReason(row)?.why ?? null],
  ["Next step", ({ nextStepAt, day }) => nextStepAt && day(nextStepAt)],
];

/**
 * The whole filtered list as CSV, piece by piece: never more than one batch of orders is in memory.
 *
 * @throws ProblemError 400 for a sort that is not possible for so many orders
 */
export async function exportOrders(
  shop: PrincipalShop,
  query: OrderListQuery,
  now: Date,
): Promise<AsyncGenerator<string>> {
  const toSelection = await prepareSelection(shop, query, now);
  const selection = toSelection(query);
  const own = await prepareSort(shop.id, selection, query);
  if (!own) throw invalidRequest([{ parameter: "sort", code: "invalid_value", detail: TOO_MANY_TO_SORT }]);
  return writeOrders(shop, query, selection, own);
}

async function* writeOrders(
  shop: PrincipalShop,
  query: OrderListQuery,
  selection: OrderSelection,
  own: OwnAmounts,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([COLUMNS.map(([title]) => title)]);
  const day = (instant: string) => toDayString(instant, shop.timeZone);
  let cursor: OrderListQuery["cursor"] = null;
  for (;;) {
    const page = await findOrderRows(selection, { sort: query.sort, cursor, size: BATCH_SIZE }, own);
    const planned = await priceRows(shop.id, page.rows);
    yield toCsv(
      page.rows.map((row) => {
        const amount = row.amount ?? planned.get(row.id) ?? null;
        const cells = { ...row, amount, day, isMissed: isMissed(row, selection.missedBefore) };
        return COLUMNS.map(([, read]) => read(cells));
      }),
    );
    const last = page.rows.at(-1);
    if (!page.hasMore || !last) return;
    cursor = { direction: "next", keys: [last.sortKey, String(last.id)] };
  }
}
