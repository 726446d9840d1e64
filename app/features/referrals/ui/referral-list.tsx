import { REASON_LABELS, STATUS_HELP, STATUS_LABELS } from "~/features/referrals/rules/referral-labels";
import { formatDate } from "~/lib/format";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { StatusBadge, type Tone } from "~/ui/parts/status-badge";

type Row = {
  id: number;
  email: string;
  status: keyof typeof STATUS_LABELS;
  reasons: (keyof typeof REASON_LABELS)[];
  referrerId: number;
  referrerName: string;
  referrerEmail: string | null;
  contractId: number | null;
  welcomeCode: string | null;
  rewardCode: string | null;
  since: string;
};

const TONES: Record<keyof typeof STATUS_LABELS, Tone> = {
  INVITED: "plain",
  ACCEPTED: "busy",
  CODE_USED: "warn",
  REWARDED: "good",
  REFUSED: "bad",
};

const COLUMNS: Column<Row, string>[] = [
  {
    title: "Friend",
    isMain: true,
    cell: ({ email, contractId }) =>
      contractId ? (
        <RowLink to={`/admin/contracts/${contractId}`}>
          <bdi>{email}</bdi>
        </RowLink>
      ) : (
        <bdi>{email}</bdi>
      ),
  },
  {
    title: "Referred by",
    cell: ({ referrerId, referrerName, referrerEmail }) => (
      <a href={`/admin/customers/${referrerId}`}>
        <bdi>{referrerName || referrerEmail || `Customer ${referrerId}`}</bdi>
      </a>
    ),
  },
  {
    title: "Status",
    cell: ({ status, reasons }) => (
      <>
        <StatusBadge label={STATUS_LABELS[status]} tone={TONES[status]} />
        {STATUS_HELP[status] && <div className="pn-dimmed">{STATUS_HELP[status]}</div>}
        {reasons.length > 0 && (
          <div className="pn-dimmed">{reasons.map((reason) => REASON_LABELS[reason]).join(", ")}</div>
        )}
      </>
    ),
  },
  {
    title: "Since",
    cell: ({ since }, timeZone) => (
      <time dateTime={since} className="pn-number">
        {formatDate(since, timeZone)}
      </time>
    ),
  },
  {
    title: "Codes",
    isNumber: true,
    cell: ({ welcomeCode, rewardCode }) => (
      <>
        {welcomeCode ?? "—"}
        {rewardCode && <div>{rewardCode}</div>}
      </>
    ),
  },
];

const isRefused = ({ status }: Row): boolean => status === "REFUSED";

/** Friends and their referrers, newest first. */
export const ReferralTable = ({ referrals, timeZone }: { referrals: readonly Row[]; timeZone: string }) => (
  <DataTable rows={referrals} columns={COLUMNS} shared={timeZone} isMuted={isRefused} label="Referrals" />
);
