import type postgres from "postgres";
import { RAW_CONTRACT_SQL } from "../../app/features/contracts/record/raw-contract-sql";

type Sql = postgres.Sql<{ bigint: number }>;

/** The statement of operation 9, its row as JSON. */
export async function readRaw(sql: Sql, shopId: number, contractId: number): Promise<unknown> {
  const rows = await sql.unsafe(RAW_CONTRACT_SQL, [shopId, contractId, null], { prepare: true });
  return rows[0];
}

/**
 * The statements of a change of the next date, as the app sends them, with dates counted in months and no rules: lock,
 * lines, discounts and orders, row, orders, activity, event, and the contract afterwards. No new orders are planned.
 */
export async function moveNextDate(
  sql: Sql,
  shopId: number,
  contractId: number,
  next: string,
): Promise<unknown> {
  await sql.begin(async (tx) => {
    const [contract] = await tx`
      select * from contracts where shop_id = ${shopId} and subscription_contract_id = ${contractId} for update`;
    if (!contract) return;
    const { id } = contract;
    const now = new Date();
    const [, , attempts] = await Promise.all([
      tx`select * from contract_lines where shop_id = ${shopId} and contract_id = ${id} order by position, id`,
      tx`select * from contract_discounts where shop_id = ${shopId} and contract_id = ${id} order by created_at, id`,
      tx`select * from billing_attempts where shop_id = ${shopId} and contract_id = ${id}
        and (status in ('QUEUED', 'PROCESSING', 'PARKED') or billing_date > ${now} or id = 0)
        order by billing_date, id`,
      tx`select count(*)::int as orders, max(billing_date) as last,
          coalesce(bool_or(order_id = ${contract.origin_order_id}), false) as "hasOrigin"
        from billing_attempts where shop_id = ${shopId} and contract_id = ${id} and status = 'SUCCESS'`,
    ]);
    const queued = attempts.filter(({ status }) => status === "QUEUED");
    const toDate = (index: number) => {
      const date = new Date(next);
      date.setUTCMonth(date.getUTCMonth() + index);
      return date;
    };
    const isLater = queued[0] && toDate(0) > queued[0].billing_date;
    const moves = queued.map(({ id: attemptId }, index) => ({ attemptId, date: toDate(index) }));
    await Promise.all([
      tx`update contracts set next_billing_date = ${new Date(next)}, schedule_anchor = ${new Date(next)},
          version = ${contract.version + 1}, updated_at = ${now}
        where shop_id = ${shopId} and id = ${id} returning plan_type`,
      ...(isLater ? moves.reverse() : moves).map(
        ({ attemptId, date }) =>
          tx`update billing_attempts set billing_date = ${date}
            where shop_id = ${shopId} and contract_id = ${id} and id = ${attemptId}`,
      ),
    ]);
    await Promise.all([
      tx`insert into activity (shop_id, contract_id, actor_type, actor_name, action, before, after, request_id, created_at)
        values (${shopId}, ${id}, 'api_key', 'bare', 'contract.next_date_changed',
          ${tx.json({ nextBillingDate: contract.next_billing_date })}, ${tx.json({ nextBillingDate: next })},
          'bare', ${now})`,
      tx`insert into events (shop_id, type, contract_id, contract_version, changed_fields, created_at)
        values (${shopId}, 'next-order-date-changed', ${id}, ${contract.version + 1},
          ${["nextBillingDate", "scheduleAnchor", "billingAttempts"]}, ${now})`,
    ]);
  });
  return readRaw(sql, shopId, contractId);
}
