import { type ReactNode, useEffect, useMemo, useRef } from "react";
import {
  type ListState,
  toListHref,
  toListSearch,
  withSort,
} from "~/features/contracts/list/contract-list-url";
import { COLUMN_TITLES, type ColumnName } from "~/features/contracts/list-page/column-choice";
import type { ListRow } from "~/features/contracts/list-page/contract-list-page";
import { toNextSort } from "~/features/contracts/list-page/contract-sorts";
import { CONTRACT_STATUS_LABELS } from "~/features/contracts/status-labels";
import { type Column, DataTable, type Sorting } from "~/ui/list/data-table";
import { SELECTION_FORM } from "~/ui/list/selection";
import { StatusBadge } from "~/ui/parts/status-badge";

/** `Shared` is what a contract's page needs to link back to this list. */
const COLUMNS: (Column<ListRow, string> & { name: ColumnName | "customer" })[] = [
  {
    name: "customer",
    title: "Customer",
    sort: "customer_name",
    className: "cl-customer",
    cell: ({ id, name, email, match }, backToList) => (
      <>
        <a href={`/admin/contracts/${id}${backToList}`} className="cl-open">
          <bdi>{name}</bdi>
        </a>
        {email && <span className="pn-second">{email}</span>}
        {match && <span className="pn-second cl-match">{match}</span>}
      </>
    ),
  },
  { name: "contract", title: COLUMN_TITLES.contract, className: "cl-plan", cell: ({ id }) => id },
  {
    name: "products",
    title: COLUMN_TITLES.products,
    className: "cl-products",
    cell: ({ image, product, more }) => (
      <span className="cl-product">
        <span className="pn-picture cl-thumb">
          {image && <img src={image} alt="" width={32} height={32} loading="lazy" decoding="async" />}
        </span>
        <span className="cl-titles" data-more={more > 0 || undefined}>
          {product ?? "No products"}
          {more > 0 && <span className="pn-second">+{more} more</span>}
        </span>
      </span>
    ),
  },
  {
    name: "status",
    title: COLUMN_TITLES.status,
    sort: "status",
    className: "cl-status",
    cell: ({ status, paymentFailed }) => (
      <>
        <StatusBadge {...CONTRACT_STATUS_LABELS[status]} />
        {paymentFailed && <span className="cl-failed">Payment failed</span>}
      </>
    ),
  },
  {
    name: "next",
    title: COLUMN_TITLES.next,
    sort: "next_billing_date",
    className: "cl-next",
    cell: ({ next }) => next ?? "—",
  },
  {
    name: "frequency",
    title: COLUMN_TITLES.frequency,
    className: "cl-frequency",
    cell: ({ frequency }) => frequency,
  },
  {
    name: "amount",
    title: COLUMN_TITLES.amount,
    sort: "order_amount",
    className: "cl-amount",
    align: "end",
    cell: ({ amount }) => amount,
  },
  { name: "plan", title: COLUMN_TITLES.plan, className: "cl-plan", cell: ({ plan }) => plan },
];

const TICKS = { form: SELECTION_FORM, toName: ({ name, id }: ListRow) => `${name}, contract ${id}` };

const toSorting = (state: ListState, current: string): Sorting => ({
  direction: (column) =>
    current === `${column},asc` ? "ascending" : current === `${column},desc` ? "descending" : null,
  toHref: (column) => toListHref(withSort(state, toNextSort(column, current))),
});

type Props = {
  rows: ListRow[];
  columns: readonly ColumnName[];
  state: ListState;
  sort: string;
  tickAll: ReactNode;
};

export function ListTable({ rows, columns, state, sort, tickAll }: Props) {
  const list = toListSearch(state);
  const chosen = columns.join();
  return (
    <DataTable
      rows={rows}
      columns={useMemo(
        () => COLUMNS.filter(({ name }) => name === "customer" || chosen.split(",").includes(name)),
        [chosen],
      )}
      shared={list && `?list=${encodeURIComponent(list)}`}
      layout="cards"
      sorting={useMemo(() => toSorting(state, sort), [state, sort])}
      ticks={TICKS}
      tickAll={tickAll}
    />
  );
}

/**
 * Hides pictures that fail to load, leaving their boxes empty; some may have failed before the scripts ran. @returns a
 * ref for the element around them
 */
export function useCalmImages(rows: readonly unknown[]) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const card = rows.length > 0 ? ref.current : null;
    const hide = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) target.hidden = true;
    };
    card?.addEventListener("error", hide, true);
    for (const image of card?.querySelectorAll("img") ?? [])
      if (image.complete && image.naturalWidth === 0) image.hidden = true;
    return () => card?.removeEventListener("error", hide, true);
  }, [rows]);
  return ref;
}
