import { type SQL, sql } from "drizzle-orm";
import { db } from "~db/client.server";
import { toContainsPattern } from "~db/like-pattern";
import type { ReferralMilestone, ReferralStatus, RefusalReason } from "~db/schema/referral-enums";

/**
 * @field reached referrals that reached a step from one instant on and before another
 * @field dueBefore referrals whose reward was due right before an instant
 */
export type ReferralFilter = {
  search: string;
  status: ReferralStatus | null;
  reached: ReferralMilestone | null;
  from: Date | null;
  before: Date | null;
  dueBefore: Date | null;
};

/**
 * For each step, when a referral reached it and the condition to be counted (docs/insights.md); the facts count in
 * the same way.
 */
const MILESTONES: Record<ReferralMilestone, { at: SQL; is: SQL }> = {
  INVITED: { at: sql`r.invited_at`, is: sql`true` },
  ACCEPTED: { at: sql`r.accepted_at`, is: sql`r.is_claimed` },
  JOINED: { at: sql`r.used_at`, is: sql`r.is_claimed` },
  REWARDED: { at: sql`r.closed_at`, is: sql`r.status = 'REWARDED'` },
  REFUSED: { at: sql`r.closed_at`, is: sql`r.status = 'REFUSED' and r.is_claimed` },
};

export type ReferralRow = {
  id: number;
  email: string;
  status: ReferralStatus;
  reasons: RefusalReason[];
  /** The platform's customer id. */
  referrerId: number;
  referrerName: string;
  referrerEmail: string | null;
  /** Id on the wire of the contract the code was applied to. */
  contractId: number | null;
  welcomeCode: string | null;
  rewardCode: string | null;
  createdAt: Date;
  invitedAt: Date | null;
  acceptedAt: Date | null;
  usedAt: Date | null;
  closedAt: Date | null;
};

type Instant = "createdAt" | "invitedAt" | "acceptedAt" | "usedAt" | "closedAt";
type StoredRow = Omit<ReferralRow, Instant> & Record<Instant, string>;

/** Conditions on referrals `r` of persons `p` (their referrers). */
function toWhere(shopId: number, filter: ReferralFilter): SQL {
  const { search, status, reached, from, before, dueBefore } = filter;
  const end = sql`${dueBefore?.toISOString()}::timestamptz`;
  const pattern = toContainsPattern(search.toLowerCase());
  const taken = reached && MILESTONES[reached];
  return sql.join(
    [
      sql`r.shop_id = ${shopId}::bigint`,
      ...(status ? [sql`r.status = ${status}`] : []),
      ...(taken ? [sql`${taken.at} is not null and ${taken.is}`] : []),
      ...(taken && from ? [sql`${taken.at} >= ${from.toISOString()}::timestamptz`] : []),
      ...(taken && before ? [sql`${taken.at} < ${before.toISOString()}::timestamptz`] : []),
      ...(dueBefore
        ? [sql`r.is_claimed and r.used_at < ${end} and (r.closed_at is null or r.closed_at >= ${end})`]
        : []),
      ...(search === ""
        ? []
        : [
            sql`(lower(r.email) like ${pattern} or lower(p.email) like ${pattern}
              or lower(concat_ws(' ', p.first_name, p.last_name)) like ${pattern})`,
          ]),
    ],
    sql` and `,
  );
}

/** How many referrals match. */
export async function countMatching(shopId: number, filter: ReferralFilter): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from referrals r
    join customers p on p.shop_id = ${shopId}::bigint and p.id = r.referrer_id
    where ${toWhere(shopId, filter)}`);
  return row?.count ?? 0;
}

/** Newest first; `search` is part of the friend's e-mail or of the referrer's name or e-mail. */
export async function listReferrals(
  shopId: number,
  filter: ReferralFilter,
  page: { beforeId: number | null; limit: number },
): Promise<ReferralRow[]> {
  const rows = await db.execute<StoredRow>(sql`
    select r.id, r.email, r.status, r.reasons, k.subscription_contract_id as "contractId",
      r.referrer_id as "referrerId",
      btrim(concat_ws(' ', p.first_name, p.last_name)) as "referrerName", p.email as "referrerEmail",
      w.code as "welcomeCode", g.code as "rewardCode",
      r.created_at as "createdAt", r.invited_at as "invitedAt", r.accepted_at as "acceptedAt", r.used_at as "usedAt", r.closed_at as "closedAt"
    from referrals r
    join customers p on p.shop_id = ${shopId}::bigint and p.id = r.referrer_id
    left join contracts k on k.shop_id = ${shopId}::bigint and k.id = r.contract_id
    left join discount_codes w on w.shop_id = ${shopId}::bigint and w.id = r.welcome_code_id
    left join discount_codes g on g.shop_id = ${shopId}::bigint and g.id = r.reward_code_id
    where ${toWhere(shopId, filter)}
      and (${page.beforeId}::bigint is null or r.id < ${page.beforeId}::bigint)
    order by r.id desc
    limit ${page.limit}`);
  const at = (text: string | null) => (text === null ? null : new Date(text));
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    invitedAt: at(row.invitedAt),
    acceptedAt: at(row.acceptedAt),
    usedAt: at(row.usedAt),
    closedAt: at(row.closedAt),
  }));
}

/** How many referrals are in each state. */
export async function countReferrals(shopId: number): Promise<Partial<Record<ReferralStatus, number>>> {
  const rows = await db.execute<{ status: ReferralStatus; count: number }>(sql`
    select status, count(*)::int as count from referrals where shop_id = ${shopId}::bigint group by status`);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

export type WeekNumbers = { week: string; invited: number; accepted: number; used: number; rewarded: number };

/** Counts per week of the shop's calendar, the present week last; weeks begin on Monday. */
export async function countByWeek(
  shop: { id: number; timeZone: string },
  weeks: number,
  now: Date,
): Promise<WeekNumbers[]> {
  const rows = await db.execute<WeekNumbers>(sql`
    with days as (
      select w::date as week
      from generate_series(
        date_trunc('week', ${now.toISOString()}::timestamptz at time zone ${shop.timeZone}) - make_interval(weeks => ${weeks - 1}),
        date_trunc('week', ${now.toISOString()}::timestamptz at time zone ${shop.timeZone}),
        '1 week') w
    ), happened as (
      select 'invited' as what, invited_at as at from referrals
        where shop_id = ${shop.id}::bigint and invited_at is not null
      union all
      select 'accepted', accepted_at from referrals
        where shop_id = ${shop.id}::bigint and accepted_at is not null
      union all
      select 'used', used_at from referrals where shop_id = ${shop.id}::bigint and used_at is not null
      union all
      select 'rewarded', closed_at from referrals
        where shop_id = ${shop.id}::bigint and status = 'REWARDED' and closed_at is not null
    )
    select d.week::text as week,
      count(*) filter (where what = 'invited')::int as invited,
      count(*) filter (where what = 'accepted')::int as accepted,
      count(*) filter (where what = 'used')::int as used,
      count(*) filter (where what = 'rewarded')::int as rewarded
    from days d
    left join happened h on date_trunc('week', h.at at time zone ${shop.timeZone})::date = d.week
    group by d.week order by d.week`);
  return [...rows];
}
