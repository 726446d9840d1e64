import { useMemo } from "react";
import type { StockPage } from "~/features/insights/plans/stock-page.service.server";
import { formatCount } from "~/lib/format";
import { useShopMark } from "~/ui/hooks/use-shop-mark";
import type { Column } from "~/ui/list/data-table";
import { Card } from "~/ui/parts/card";
import { CollapsedTable } from "./collapsed-table";
import { toPointLabels } from "./number-format";

type Row = StockPage["rows"][number] & { id: string };
type Props = Pick<StockPage, "weeks" | "rows" | "more" | "csvHref">;

/** Units needed of each variant by week; a week opens its planned orders. */
export function StockByWeek({ weeks, rows, more, csvHref }: Props) {
  const mark = useShopMark();
  const starts = weeks.map(({ start }) => start).join();
  const columns = useMemo(
    (): Column<Row>[] => [
      { title: "Variant", isMain: true, cell: ({ title }) => <bdi>{title}</bdi> },
      { title: "In all", isNumber: true, align: "end", cell: ({ total }) => formatCount(total) },
      ...starts.split(",").map(
        (week, index): Column<Row> => ({
          title: toPointLabels(week, "WEEK").tick,
          isNumber: true,
          align: "end",
          // Nothing for zero: what is needed stands out, and on a phone the other weeks are hidden.
          cell: (row) => (row.weeks[index] ? formatCount(row.weeks[index]) : null),
        }),
      ),
    ],
    [starts],
  );
  return (
    <Card
      title="Stock by week"
      note="By weeks that begin on the day shown."
      more={
        <a href={mark(csvHref)} download className="pn-more">
          Export CSV
        </a>
      }
    >
      <p>
        Orders of the week of{" "}
        {weeks.map(({ start, href }, index) => (
          <span key={start}>
            {index > 0 && ", "}
            <a href={href} data-client-links="">
              {toPointLabels(start, "WEEK").tick}
            </a>
          </span>
        ))}
      </p>
      <CollapsedTable
        rows={rows.map((row) => ({ ...row, id: String(row.variantId) }))}
        columns={columns}
        shared={null}
        label="Units needed by week"
        shown={20}
        more="variants more"
      />
      {more > 0 && (
        <p className="pn-after pn-dimmed">{formatCount(more)} variants more are in the exported file.</p>
      )}
    </Card>
  );
}
