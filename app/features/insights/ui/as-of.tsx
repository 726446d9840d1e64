import { useLocation } from "@remix-run/react";
import { formatDateTime } from "~/lib/format";
import { useLive } from "~/ui/hooks/use-live";
import { IconHourglass } from "~/ui/icons/icons";
import { NothingYet } from "~/ui/parts/empty-state";

type Props = { at: string | null; timeZone: string };

/**
 * Time of the numbers of a shop with many contracts, which are some minutes old. The page updates itself after the next
 * sum.
 */
export const AsOf = ({ at, timeZone }: Props) =>
  at === null ? null : <Followed at={at} timeZone={timeZone} />;

function Followed({ at, timeZone }: { at: string; timeZone: string }) {
  useLive("plans");
  return <p className="pn-dimmed">As of {formatDateTime(at, timeZone)}; recalculated every ten minutes.</p>;
}

/** Shown until the plans of a shop with many contracts are summed for the first time: then the page updates itself. */
export function BeingSummed() {
  useLive("plans", { isUnderWay: true });
  const { pathname, search } = useLocation();
  return (
    <div role="status">
      <NothingYet
        icon={IconHourglass}
        title="Calculating"
        text="With this many contracts it takes a moment: the numbers will be here within a minute or so."
      >
        <noscript>
          <a href={`${pathname}${search}`}>Check again</a>
        </noscript>
      </NothingYet>
    </div>
  );
}
