import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { formatDateTime, type Instant } from "~/lib/format";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";

export function ScheduledCard({ startsAt, mayChange }: { startsAt: Instant; mayChange: boolean }) {
  const { timeZone } = useAdminShell().shop;
  return (
    <section className="pn-card" aria-labelledby="scheduled-title">
      <h2 id="scheduled-title">Starts on {formatDateTime(startsAt, timeZone)}</h2>
      <p className="pn-card-text">
        The plan is made again then, from the contracts as they are. Until then, other bulk changes may run.
      </p>
      {mayChange && (
        <Button component={Link} to="?confirm=cancel" preventScrollReset variant="default">
          Cancel this change
        </Button>
      )}
    </section>
  );
}
