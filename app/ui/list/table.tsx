import { memo, type ReactNode } from "react";

/** A column of a table. `Shared` is data that all rows need, such as the present time. */
export type Column<Row, Shared = null> = {
  title: string;
  cell: (row: Row, shared: Shared) => ReactNode;
  /** The row's name: bold, and without its column title on narrow screens. */
  isMain?: true;
  /** Its cells are headers of their rows, as in a comparison. */
  isRowHeader?: true;
  /** Tabular digits, never wrapped. */
  isNumber?: true;
  align?: "end";
  /** Only for screen readers, as above buttons. */
  isTitleHidden?: true;
  className?: string;
  /** Sort column of its header. */
  sort?: string;
};

export type Sorting = {
  direction: (sort: string) => "ascending" | "descending" | null;
  toHref: (sort: string) => string;
};

/** Checkboxes of the rows, for the form with this id. */
type Ticks<Row> = { form: string; toName: (row: Row) => string };

export type Identified = { id: string | number };

type RowsProps<Row, Shared> = {
  rows: readonly Row[];
  /** The same array in every render, like `ticks`; other ones draw all rows again. */
  columns: readonly Column<Row, Shared>[];
  shared: Shared;
  /** Rows to mute, such as ended ones. */
  isMuted?: (row: Row) => boolean;
  ticks?: Ticks<Row>;
};

export type TableProps<Row, Shared> = RowsProps<Row, Shared> & {
  label?: string;
  className?: string;
  /** Column titles beside the cells, for a layout that shows no header. */
  hasLabels?: boolean;
  /** Its links are plain ones, which navigate without a full load (use-client-links.ts). */
  hasPlainLinks?: boolean;
  sorting?: Sorting;
  /** The checkbox in the header. */
  tickAll?: ReactNode;
};

/**
 * A table in plain markup, alike on wide and narrow screens: fifty rows of the library's components cost the server
 * eight times as much. Lists are a `DataTable`.
 */
export function Table<Row extends Identified, Shared>(props: TableProps<Row, Shared>) {
  const {
    rows,
    columns,
    shared,
    isMuted,
    ticks,
    label,
    className,
    hasLabels = false,
    sorting,
    tickAll,
  } = props;
  return (
    <table
      className={className ? `pn-table ${className}` : "pn-table"}
      aria-label={label}
      data-client-links={props.hasPlainLinks ? "" : undefined}
    >
      <thead>
        <tr>
          {ticks && (
            <th scope="col" className="pn-table-tick">
              {tickAll}
              <span className="pn-hidden">Select all</span>
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.title} {...column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <Rows {...{ rows, columns, shared, isMuted, ticks, hasLabels }} />
    </table>
  );
}

type HeaderProps = Omit<Column<never, never>, "cell"> & { sorting: Sorting | undefined };

function HeaderCell({ title, isTitleHidden, align, className, sort, sorting }: HeaderProps) {
  const direction = sort && sorting?.direction(sort);
  return (
    <th scope="col" className={className} data-align={align} aria-sort={direction || undefined}>
      {isTitleHidden ? (
        <span className="pn-hidden">{title}</span>
      ) : sort && sorting ? (
        <a href={sorting.toHref(sort)} className="pn-sort" data-sort={direction}>
          {title}
        </a>
      ) : (
        title
      )}
    </th>
  );
}

function toCell<Row, Shared>(column: Column<Row, Shared>, hasLabels: boolean) {
  const { title, cell, isMain, isRowHeader, isNumber, isTitleHidden, align, className } = column;
  const names = [isMain && "pn-table-main", isNumber && "pn-number", className].filter(Boolean).join(" ");
  return {
    title,
    cell,
    isRowHeader,
    align,
    className: names || undefined,
    label: hasLabels && !isMain && !isTitleHidden ? title : undefined,
  };
}

type DrawnRows<Row, Shared> = RowsProps<Row, Shared> & { hasLabels: boolean };

/** Rendered again only for other rows: ticking a checkbox does not affect them. */
const Rows = memo(function Rows<Row extends Identified, Shared>(props: DrawnRows<Row, Shared>) {
  const { rows, columns, shared, isMuted, ticks, hasLabels } = props;
  const cells = columns.map((column) => toCell(column, hasLabels));
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row.id} data-muted={isMuted?.(row) || undefined}>
          {ticks && (
            <td className="pn-table-tick">
              <input
                type="checkbox"
                name="id"
                value={row.id}
                form={ticks.form}
                aria-label={`Select ${ticks.toName(row)}`}
              />
            </td>
          )}
          {cells.map(({ title, cell, isRowHeader, align, className, label }) =>
            isRowHeader ? (
              <th key={title} scope="row" className={className}>
                {cell(row, shared)}
              </th>
            ) : (
              <td key={title} className={className} data-label={label} data-align={align}>
                {cell(row, shared)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  );
}) as <Row extends Identified, Shared>(props: DrawnRows<Row, Shared>) => ReactNode;
