import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PageControls } from "~/features/insights/pages/page-range.server";
import { IconChartBar } from "~/ui/icons/icons";
import { ListTabs } from "~/ui/list/list-page";
import { NothingYet } from "~/ui/parts/empty-state";
import { PageHeader } from "~/ui/parts/page-header";
import { InsightTabs } from "./insight-tabs";
import { formatDay, formatDays } from "./number-format";
import { InsightTile } from "./number-tile";
import { RangeForm } from "./range-form";

type Tile = Parameters<typeof InsightTile>[0]["tile"];
type Page = Omit<PageControls, "today" | "ranges"> & {
  from: string;
  to: string;
  previousFrom: string;
  previousTo: string;
  wholeFrom: string | null;
  currencyCode: string;
  currencies: string[];
  isEmpty: boolean;
};
type Choice = { label: string; href: string; isCurrent: boolean };

type Props = {
  page: Page;
  title: string;
  /** Choices of ranges. */
  choices: readonly Choice[];
  /** Shown instead of the days that are compared. */
  note?: string;
  /** Buttons of the head. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The head of a page of the insights (its days, the previous period, the currency), or the empty state. */
export function InsightPage({ page, title, choices, note, actions, children }: Props) {
  const { path, search, isEmpty } = page;
  const before = { from: page.previousFrom, to: page.previousTo };
  const isLoading = useNavigation().location?.pathname === path;
  return (
    <div className="pn-page" data-width="full" aria-busy={isLoading}>
      <PageHeader title={title} note={note ?? `${formatDays(page)}, compared with ${formatDays(before)}`}>
        {actions}
      </PageHeader>
      <InsightTabs current={path} search={search} />
      <div className="in-head">
        <ListTabs label="Days up to today" tabs={choices} />
        <RangeForm {...page} />
      </div>
      {isEmpty ? (
        <NothingYet
          icon={IconChartBar}
          title="No numbers yet"
          text={`Up to ${formatDay(page.to)} no contract was created and no order was paid. Numbers appear here with the first contract.`}
        />
      ) : (
        <>
          <Whole {...page} />
          {children}
        </>
      )}
    </div>
  );
}

/** Ranges as choices. */
export const toDayChoices = (ranges: PageControls["ranges"]): Choice[] =>
  ranges.map(({ days, ...range }) => ({ ...range, label: `${days} days` }));

/** From which day on the numbers are complete, if that is later than the first day shown. */
function Whole({ wholeFrom, previousFrom }: Pick<Page, "wholeFrom" | "previousFrom">) {
  if (wholeFrom !== null && wholeFrom <= previousFrom) return null;
  return (
    <p className="pn-banner pn-tone" data-tone="busy">
      {wholeFrom === null
        ? "Earlier data is still being counted: numbers are too low for now."
        : `Numbers are whole from ${formatDay(wholeFrom)} on; before that day they tell what the history of contracts and orders still says.`}
    </p>
  );
}

/** Numbers side by side. */
export const NumberTiles = ({ tiles, currencyCode }: { tiles: readonly Tile[]; currencyCode: string }) => (
  <section aria-label="Numbers">
    <h2 className="pn-hidden">Numbers</h2>
    <ul className="pn-plain pn-tiles in-tiles">
      {tiles.map((tile) => (
        <InsightTile key={tile.name} tile={tile} currencyCode={currencyCode} />
      ))}
    </ul>
  </section>
);
