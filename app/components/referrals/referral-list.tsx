import { Link } from "@remix-run/react";
import { StatusBadge, type Tone } from "~/components/status-badge";
import { REASON_WORDS, STATUS_HELP, STATUS_WORDS } from "~/features/referrals/referral-words";
import { formatDate } from "~/lib/format";

type Row = {
  id: number;
  email: string;
  status: keyof typeof STATUS_WORDS;
  reasons: (keyof typeof REASON_WORDS)[];
  referrerName: string;
  referrerEmail: string | null;
  contractId: number | null;
  welcomeCode: string | null;
  rewardCode: string | null;
  since: string;
};

const TONES: Record<keyof typeof STATUS_WORDS, Tone> = {
  INVITED: "plain",
  ACCEPTED: "busy",
  CODE_USED: "warn",
  REWARDED: "good",
  REFUSED: "bad",
};

/** Friends and who referred them, newest first. */
export function ReferralList({ referrals, timeZone }: { referrals: readonly Row[]; timeZone: string }) {
  return (
    <section className="pn-card pn-card-flush" aria-label="Referrals">
      <table className="pn-table pn-table-stacks">
        <thead>
          <tr>
            <th>Friend</th>
            <th>Referred by</th>
            <th>State</th>
            <th>Since</th>
            <th>Codes</th>
          </tr>
        </thead>
        <tbody>
          {referrals.map((row) => (
            <tr key={row.id} data-muted={row.status === "REFUSED" || undefined}>
              <td className="pn-table-main">
                {row.contractId ? (
                  <Link to={`/admin/contracts/${row.contractId}`} className="pn-strong-link">
                    <bdi>{row.email}</bdi>
                  </Link>
                ) : (
                  <bdi>{row.email}</bdi>
                )}
              </td>
              <td data-label="Referred by">
                <bdi>{row.referrerName || row.referrerEmail || "—"}</bdi>
              </td>
              <td data-label="State">
                <StatusBadge status={row.status} word={STATUS_WORDS[row.status]} tone={TONES[row.status]} />
                {STATUS_HELP[row.status] && <div className="pn-dimmed">{STATUS_HELP[row.status]}</div>}
                {row.reasons.length > 0 && (
                  <div className="pn-dimmed">
                    {row.reasons.map((reason) => REASON_WORDS[reason]).join(", ")}
                  </div>
                )}
              </td>
              <td data-label="Since">
                <time dateTime={row.since} className="pn-number">
                  {formatDate(row.since, timeZone)}
                </time>
              </td>
              <td data-label="Codes" className="pn-number">
                {row.welcomeCode ?? "—"}
                {row.rewardCode && <div>{row.rewardCode}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
