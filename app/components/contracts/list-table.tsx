import { useNavigate } from "@remix-run/react";
import { memo, type ReactNode, useEffect, useRef } from "react";
import { StatusBadge } from "~/components/status-badge";
import { CONTRACT_COLUMNS, type ContractColumn, toNextSort } from "~/features/contracts/contract-columns";
import type { ListRow } from "~/features/contracts/contract-list-page";
import { type ListState, toListHref, toListSearch, withSort } from "~/features/contracts/contract-list-url";

/** The form that a row's checkbox belongs to. */
export const SELECTION_FORM = "selection";

type Props = { rows: ListRow[]; state: ListState; sort: string; selectAll: ReactNode };

/**
 * What scripts add to the plain table: its links (one handler for all of them) open without loading the page anew, and
 * a picture that cannot be loaded leaves its calm box. Some pictures have failed before the scripts ran.
 */
function useTableScripts(rows: ListRow[]) {
  const ref = useRef<HTMLTableElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const table = ref.current;
    if (!table) return;
    const openLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const wantsElsewhere =
        event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
      if (!link || wantsElsewhere) return;
      event.preventDefault();
      navigate(link.pathname + link.search, { preventScrollReset: link.pathname === location.pathname });
    };
    const hideImage = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) target.hidden = true;
    };
    table.addEventListener("click", openLink);
    table.addEventListener("error", hideImage, true);
    return () => {
      table.removeEventListener("click", openLink);
      table.removeEventListener("error", hideImage, true);
    };
  }, [navigate]);
  useEffect(() => {
    if (rows.length === 0) return;
    for (const image of ref.current?.querySelectorAll("img") ?? [])
      if (image.complete && image.naturalWidth === 0) image.hidden = true;
  }, [rows]);
  return ref;
}

/** In plain markup: fifty rows by components would cost the server eight times as much. */
export function ListTable({ rows, state, sort, selectAll }: Props) {
  return (
    <table ref={useTableScripts(rows)} className="cl-table">
      <thead>
        <tr>
          <th scope="col" className="cl-check">
            {selectAll}
            <span className="pn-hidden">Select all</span>
          </th>
          {CONTRACT_COLUMNS.map((column) => (
            <HeaderCell key={column.title} column={column} state={state} sort={sort} />
          ))}
        </tr>
      </thead>
      <Rows rows={rows} list={toListSearch(state)} />
    </table>
  );
}

function HeaderCell({ column, state, sort }: { column: ContractColumn; state: ListState; sort: string }) {
  const { title, sortColumn, className } = column;
  if (!sortColumn)
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  const direction =
    sort === `${sortColumn},asc` ? "ascending" : sort === `${sortColumn},desc` ? "descending" : null;
  return (
    <th scope="col" className={className} aria-sort={direction ?? undefined}>
      <a
        href={toListHref(withSort(state, toNextSort(sortColumn, sort)))}
        className="cl-sort"
        data-sort={direction}
      >
        {title}
      </a>
    </th>
  );
}

/** Drawn anew only for other rows: ticking a box does not touch them. */
const Rows = memo(function Rows({ rows, list }: { rows: ListRow[]; list: string }) {
  const suffix = list === "" ? "" : `?list=${encodeURIComponent(list)}`;
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="cl-check">
            <input
              type="checkbox"
              name="id"
              value={row.id}
              form={SELECTION_FORM}
              aria-label={`Select ${row.name}, contract ${row.id}`}
            />
          </td>
          <td className="cl-customer">
            <a href={`/admin/contracts/${row.id}${suffix}`} className="cl-open">
              <bdi>{row.name}</bdi>
            </a>
            {row.email && <span className="cl-second">{row.email}</span>}
            {row.match && <span className="cl-second cl-match">{row.match}</span>}
          </td>
          <td className="cl-products">
            <span className="cl-product">
              <span className="cl-thumb">
                {row.image && (
                  <img src={row.image} alt="" width={32} height={32} loading="lazy" decoding="async" />
                )}
              </span>
              <span className="cl-titles" data-more={row.more > 0 || undefined}>
                {row.product ?? "No products"}
                {row.more > 0 && <span className="cl-second">+{row.more} more</span>}
              </span>
            </span>
          </td>
          <td className="cl-status">
            <StatusBadge status={row.status} />
            {row.paymentFailed && <span className="cl-failed">Payment failed</span>}
          </td>
          <td className="cl-next">{row.next ?? "—"}</td>
          <td className="cl-frequency">{row.frequency}</td>
          <td className="cl-amount">{row.amount}</td>
          <td className="cl-plan">{row.plan}</td>
        </tr>
      ))}
    </tbody>
  );
});
