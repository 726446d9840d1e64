import { formatDateTime } from "~/lib/format";

/** Of a shop with many contracts the numbers are some minutes old: as of when. */
export const AsOf = ({ at, timeZone }: { at: string | null; timeZone: string }) =>
  at === null ? null : (
    <p className="pn-dimmed">As of {formatDateTime(at, timeZone)}; summed anew every ten minutes.</p>
  );
