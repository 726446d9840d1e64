import { REASON_LABELS, STATUS_LABELS } from "~/features/referrals/rules/referral-labels";
import { toDayString } from "~/lib/format";
import { BYTE_ORDER_MARK, toCsv } from "~/lib/text/csv";
import { listReferrals, type ReferralFilter } from "./referral-list.repo.server";

const BATCH = 500;

/** The whole filtered list as CSV in pieces, so that only one batch is in memory. */
export async function* exportReferrals(
  shop: { id: number; timeZone: string },
  filter: ReferralFilter,
): AsyncGenerator<string> {
  const head = [
    "Referral",
    "Friend",
    "State",
    "Why refused",
    "Referrer",
    "Referrer's e-mail",
    "Welcome code",
    "Contract",
    "Reward code",
    "Known since",
    "Invited",
    "Accepted",
    "Code used",
    "Closed",
  ];
  yield BYTE_ORDER_MARK + toCsv([head]);
  const day = (instant: Date | null) => instant && toDayString(instant, shop.timeZone);
  for (let beforeId: number | null = null; ; ) {
    const rows = await listReferrals(shop.id, filter, { beforeId, limit: BATCH });
    yield toCsv(
      rows.map((row) => [
        row.id,
        row.email,
        STATUS_LABELS[row.status],
        row.reasons.map((reason) => REASON_LABELS[reason]).join(", "),
        row.referrerName,
        row.referrerEmail,
        row.welcomeCode,
        row.contractId,
        row.rewardCode,
        day(row.createdAt),
        day(row.invitedAt),
        day(row.acceptedAt),
        day(row.usedAt),
        day(row.closedAt),
      ]),
    );
    beforeId = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return;
  }
}
