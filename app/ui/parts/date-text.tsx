import { formatAgo, formatDate, formatDateTime, formatUntil, type Instant } from "~/lib/format";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";

/** A day in the shop's time zone, its time on hover; `—` for none. */
export function DateText({ at }: { at: Instant | null }) {
  const { timeZone } = useAdminShell().shop;
  if (at === null) return <span className="pn-dimmed">—</span>;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, timeZone)} className="pn-number">
      {formatDate(at, timeZone)}
    </time>
  );
}

/** How long ago something happened, the exact time on hover. `now` comes from the loader: server and browser agree. */
export function AgoText({ at, now }: { at: Instant; now: Instant }) {
  const { timeZone } = useAdminShell().shop;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, timeZone)} className="pn-number">
      {formatAgo(at, now, timeZone)}
    </time>
  );
}

/** When something is to happen, the exact time on hover. */
export function UntilText({ at, now }: { at: Instant; now: Instant }) {
  const { timeZone } = useAdminShell().shop;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, timeZone)} className="pn-number">
      {formatUntil(at, now, timeZone)}
    </time>
  );
}
