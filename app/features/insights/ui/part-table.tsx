import { type ReactNode, useMemo } from "react";
import type { Column } from "~/ui/list/data-table";
import { Card } from "~/ui/parts/card";
import { CollapsedTable } from "./collapsed-table";

/**
 * @field name of the part, as text @field weight length of its bar @field cells as texts, in the order of the titles
 */
export type PartRow = { id: string; name: ReactNode; weight: number; cells: ReactNode[] };

type Props = {
  title: string;
  note?: string;
  more?: ReactNode;
  /** Of the column with the names, then of the others. */
  titles: readonly [string, ...string[]];
  rows: readonly PartRow[];
  /** Label of the rows that can be opened: `products more`. */
  collapsed: string;
  /** Shown instead of a table without rows. */
  none: string;
};

type Shared = { most: number };

const NAME: Column<PartRow, Shared>["cell"] = ({ name, weight }, { most }) => (
  <>
    {name}
    <span className="in-share" aria-hidden="true">
      <span style={{ inlineSize: `${most > 0 ? Math.max(0, Math.round((weight / most) * 100)) : 0}%` }} />
    </span>
  </>
);

/** Parts of a whole, the largest first, each with a bar under its name: picture and table in one. */
export function PartTable({ title, note, more, titles, rows, collapsed, none }: Props) {
  const names = titles.join("\n");
  const columns = useMemo((): Column<PartRow, Shared>[] => {
    const [first = "", ...others] = names.split("\n");
    return [
      { title: first, isMain: true, cell: NAME, className: "in-part" },
      ...others.map(
        (each, index): Column<PartRow, Shared> => ({
          title: each,
          isNumber: true,
          align: "end",
          cell: ({ cells }) => cells[index],
        }),
      ),
    ];
  }, [names]);
  return (
    <Card title={title} note={note} more={more}>
      {rows.length === 0 ? (
        <p className="pn-flush pn-dimmed">{none}</p>
      ) : (
        <CollapsedTable
          rows={rows}
          columns={columns}
          shared={{ most: Math.max(...rows.map(({ weight }) => weight)) }}
          label={title}
          shown={10}
          more={collapsed}
        />
      )}
    </Card>
  );
}
