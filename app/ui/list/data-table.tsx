import type { ReactNode } from "react";
import { type Identified, Table, type TableProps } from "./table";

export type { Column, Sorting } from "./table";

type Props<Row, Shared> = Omit<TableProps<Row, Shared>, "className" | "hasLabels" | "hasPlainLinks"> & {
  /** On narrow screens each row is a block: cells beside their column titles, or as the list's own styles define. */
  layout?: "stacks" | "cards";
};

/** A table of records, for lists. */
export const DataTable = <Row extends Identified, Shared>({
  layout = "stacks",
  ...table
}: Props<Row, Shared>) => (
  <Table {...table} className={`pn-table-${layout}`} hasLabels={layout === "stacks"} hasPlainLinks />
);

/** The name of a row, linked to its page. */
export const RowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} className="pn-strong-link">
    {children}
  </a>
);
