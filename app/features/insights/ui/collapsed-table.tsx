import { formatCount } from "~/lib/format";
import { type Column, DataTable } from "~/ui/list/data-table";

type Props<Row, Shared> = {
  rows: readonly Row[];
  columns: readonly Column<Row, Shared>[];
  shared: Shared;
  label: string;
  /** How many rows are visible at first; the others can be opened. */
  shown: number;
  /** Label of the others: `days more`. */
  more: string;
};

/** A long table whose end can be opened, so that nobody has to scroll past all of it on a phone. */
export function CollapsedTable<Row extends { id: string | number }, Shared>(props: Props<Row, Shared>) {
  const { rows, shown, more, label, ...table } = props;
  const others = rows.slice(shown);
  return (
    <>
      <DataTable {...table} rows={rows.slice(0, shown)} label={label} />
      {others.length > 0 && (
        <details className="pn-opens in-table">
          <summary>
            {formatCount(others.length)} {more}
          </summary>
          <DataTable {...table} rows={others} label={`${label}: ${more}`} />
        </details>
      )}
    </>
  );
}
