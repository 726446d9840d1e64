import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { formatDateTime, type Instant } from "~/lib/format";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";

type Props = { startsAt: Instant; isLate: boolean; runningId: number | null; mayChange: boolean };

export function ScheduledCard({ startsAt, isLate, runningId, mayChange }: Props) {
  const { timeZone } = useAdminShell().shop;
  const time = formatDateTime(startsAt, timeZone);
  return (
    <section className="pn-card" aria-labelledby="scheduled-title">
      <h2 id="scheduled-title">{isLate ? `Waiting since ${time}` : `Starts on ${time}`}</h2>
      {isLate && runningId !== null ? (
        <p className="pn-card-text">
          <Link to={`/admin/bulk-automations/${runningId}`}>Bulk change {runningId}</Link> is not finished
          yet. This one starts as soon as it is; the plan is made again then, from the contracts as they are.
        </p>
      ) : (
        <p className="pn-card-text">
          The plan is made again then, from the contracts as they are. Until then, other bulk changes may run.
        </p>
      )}
      {mayChange && (
        <Button component={Link} to="?confirm=cancel" preventScrollReset variant="default">
          Cancel this change
        </Button>
      )}
    </section>
  );
}
