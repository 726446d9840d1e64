import { useLoaderData } from "@remix-run/react";
import { testClockAction } from "~/features/billing/test-clock/test-clock-page.endpoints.server";
import { homeLoader } from "~/features/home/home.endpoints.server";
import { FirstSteps } from "~/features/home/ui/first-steps";
import homeStyles from "~/features/home/ui/home.css";
import { LatestActivity, RecentImports } from "~/features/home/ui/home-news";
import { NumberTile, StatusOverview } from "~/features/home/ui/home-numbers";
import { TestClockCard } from "~/features/home/ui/test-clock-card";
import { formatDate, formatMoney } from "~/lib/format";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { homeLoader as loader, testClockAction as action };

export const links = styledBy(homeStyles);
export const meta = titled("Home");

const DONE = { clock: "The clock is on its way", real_clock: "The shop is back at the real time" };

export default function HomePage() {
  const { now, total, byStatus, imports, activity, firstSteps, clock, mayEdit } =
    useLoaderData<typeof homeLoader>();
  const { shop } = useAdminShell();
  return (
    <div className="pn-page">
      <PageHeader title={shop.name} note={formatDate(now, shop.timeZone)} />
      <DoneNote messages={DONE} />
      {clock && <TestClockCard clock={clock} mayEdit={mayEdit} />}
      {firstSteps ? (
        <FirstSteps {...firstSteps} mayEdit={mayEdit} />
      ) : (
        <>
          <Numbers />
          <StatusOverview byStatus={byStatus} total={total} />
        </>
      )}
      <div className="pn-grid pn-columns">
        <LatestActivity entries={activity} now={now} />
        <RecentImports imports={imports} now={now} />
      </div>
    </div>
  );
}

function Numbers() {
  const { dueSoon, failedPayments, deletedProducts, bouncedMail, heldOrders } =
    useLoaderData<typeof homeLoader>();
  const amounts = dueSoon.amounts.map(({ amount, currencyCode }) => formatMoney(amount, currencyCode));
  return (
    <div className="pn-tiles">
      <NumberTile
        label="Orders in the next 7 days"
        number={dueSoon}
        note={
          amounts.length > 0 ? (
            <span className="pn-number pn-amount">{amounts.join(" + ")}</span>
          ) : (
            "Nothing due"
          )
        }
      />
      <NumberTile
        label="Failed payments"
        number={failedPayments}
        note="Contracts whose last payment here did not go through"
        alarm="bad"
      />
      {heldOrders.count > 0 && (
        <NumberTile
          label="Orders that need you"
          number={heldOrders}
          note="Out of stock, not taken by the payment gateway, or the like"
          alarm="bad"
        />
      )}
      <NumberTile
        label="Deleted products"
        number={deletedProducts}
        note="Contracts with a product the shop no longer has"
        alarm="warn"
      />
      <NumberTile
        label="Bounced mail"
        number={bouncedMail}
        note="Contracts whose customers cannot be reached"
        alarm="warn"
      />
    </div>
  );
}
