import type { WeekNumbers } from "~/features/referrals/admin/referral-list.repo.server";
import { formatCount, formatDate } from "~/lib/format";
import { type Column, Table } from "~/ui/list/table";

const SERIES = [
  { name: "invited", label: "Invited" },
  { name: "accepted", label: "Accepted" },
  { name: "used", label: "Code used" },
  { name: "rewarded", label: "Rewarded" },
] as const;

const WIDTH = 720;
const HEIGHT = 192;
const FLOOR = 160;
const BAR = 10;
const STEP = 60;
const LEFT = 6;

/** A day has no time zone, so it is formatted in UTC. */
const writeDay = (day: string): string => formatDate(day, "UTC");

const COLUMNS: Column<WeekNumbers>[] = [
  { title: "Week from", cell: ({ week }) => writeDay(week) },
  ...SERIES.map(
    ({ name, label }): Column<WeekNumbers> => ({
      title: label,
      isNumber: true,
      align: "end",
      cell: (week) => formatCount(week[name]),
    }),
  ),
];

/** Counts per week: bars drawn on the server, and the same numbers as a table. */
export function ReferralChart({ weeks }: { weeks: readonly WeekNumbers[] }) {
  const most = Math.max(1, ...weeks.flatMap((week) => SERIES.map(({ name }) => week[name])));
  const heightOf = (count: number) => (count / most) * (FLOOR - 32);
  return (
    <section className="pn-card" aria-labelledby="weeks-title">
      <h2 id="weeks-title">The last {weeks.length} weeks</h2>
      <ul className="pn-legend" aria-hidden>
        {SERIES.map(({ name, label }) => (
          <li key={name} data-series={name}>
            {label}
          </li>
        ))}
      </ul>
      <svg className="pn-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
        <line x1="0" x2={WIDTH} y1={FLOOR} y2={FLOOR} className="pn-chart-floor" />
        {weeks.map((week, at) => (
          <g key={week.week}>
            {SERIES.map(({ name }, place) => (
              <rect
                key={name}
                data-series={name}
                x={LEFT + at * STEP + place * (BAR + 2)}
                y={FLOOR - heightOf(week[name])}
                width={BAR}
                height={heightOf(week[name])}
                rx="2"
              />
            ))}
            {at % 3 === 0 && (
              <text x={LEFT + at * STEP} y={HEIGHT - 8} className="pn-chart-text">
                {writeDay(week.week)}
              </text>
            )}
          </g>
        ))}
        <text x={LEFT} y="20" className="pn-chart-text">
          {formatCount(most)}
        </text>
      </svg>
      <details className="pn-chart-numbers">
        <summary>As a table</summary>
        <Table rows={weeks.map((week) => ({ ...week, id: week.week }))} columns={COLUMNS} shared={null} />
      </details>
    </section>
  );
}
