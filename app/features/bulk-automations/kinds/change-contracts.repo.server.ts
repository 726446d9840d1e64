import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import {
  type ContractRow,
  type ContractState,
  type ContractWrites,
  decidePlanType,
  type RowChanges,
} from "~/features/contracts/change/contract-change";
import type { Queryable } from "~db/client.server";
import { contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { sqlStatement } from "~db/statement.server";

type Changed = { state: ContractState; writes: ContractWrites; after: ContractRow };

/** Columns that follow from lines and discounts; they cannot be computed for a contract whose content was not read. */
const FROM_CONTENT: readonly string[] = [
  "deliveryPrice",
  "contractAmount",
  "orderAmount",
] satisfies (keyof ContractRow)[];
/** Another payment method has consequences that are not carried out here. */
const NEVER: readonly string[] = ["paymentMethodId"] satisfies (keyof ContractRow)[];

const columns = getTableColumns(contracts);
const isColumn = (name: string): name is keyof typeof columns => Object.hasOwn(columns, name);

type Values = { shopId: number; rows: string; now: string };
/** A plan type that Postgres derives, in statements that return it. */
type PlanTypeRow = Pick<ContractRow, "id" | "planType">;
type Run = (on: Queryable, values: Values) => Promise<PlanTypeRow[]>;
const kept = new Map<string, Run>();

/**
 * A statement for any number of rows, which are passed as one parameter; written once per process for each set of
 * columns.
 */
function toRun(
  key: string,
  write: (value: (name: keyof Values & string) => ReturnType<typeof sql.placeholder>) => SQL,
): Run {
  const run = kept.get(key) ?? sqlStatement<Values, PlanTypeRow>()(write);
  kept.set(key, run);
  return run;
}

/** Columns that the changes set, without duplicates. */
function toColumnNames(changed: readonly Changed[], hasContent: boolean): (keyof typeof columns)[] {
  const names = [...new Set(changed.flatMap(({ writes }) => Object.keys(writes.contract)))].sort();
  return names.map((name) => {
    if (NEVER.includes(name) || (!hasContent && FROM_CONTENT.includes(name)) || !isColumn(name))
      throw new Error(`a change of many contracts cannot set ${name}`);
    return name;
  });
}

/**
 * Writes changes of contracts, with their lines, discounts and orders, and each contract's next version: in a few
 * statements that are sent together, however many contracts there are. @param hasContent whether their lines and
 * discounts were read
 *
 * @returns the plan types, which Postgres derives from the intervals; none when no interval is set
 */
export async function writeContracts(
  tx: Queryable,
  shopId: number,
  changed: readonly Changed[],
  now: Date,
  hasContent: boolean,
): Promise<PlanTypeRow[]> {
  if (changed.length === 0) return [];
  const names = toColumnNames(changed, hasContent);
  const send = (run: Run, rows: readonly object[]) =>
    rows.length > 0 ? [run(tx, { shopId, rows: JSON.stringify(rows), now: now.toISOString() })] : [];
  const contentOf = changed.map(({ state, writes }) => ({ contractId: state.contract.id, state, writes }));
  const attempts = changed.flatMap(({ state, writes }) => toAttemptRows(state, writes.attempts));
  const [planTypes = []] = await Promise.all([
    ...send(
      toUpdateOfContracts(names),
      changed.map(({ after }) => ({
        id: after.id,
        ...Object.fromEntries(names.map((name) => [name, after[name]])),
      })),
    ),
    ...writeContent(
      contractLines,
      contentOf.map(({ contractId, state, writes }) => ({
        contractId,
        present: state.lines,
        rows: writes.lines,
      })),
      send,
    ),
    ...writeContent(
      contractDiscounts,
      contentOf.map(({ contractId, state, writes }) => ({
        contractId,
        present: state.discounts,
        rows: writes.discounts,
      })),
      send,
    ),
    // A contract has one order per slot, and a single statement may move an order to a slot that another is about to
    // leave. So these others leave first; most moves have none.
    ...send(
      LEAVE_SLOTS,
      attempts.filter(({ isInTheWay }) => isInTheWay),
    ),
    ...send(UPDATE_ATTEMPTS, attempts),
  ]);
  return [...planTypes];
}

const toUpdateOfContracts = (names: readonly (keyof typeof columns)[]): Run =>
  toRun(`contracts ${names}`, (value) => {
    const sets = names.map((name) => `${columns[name].name} = w."${name}", `).join("");
    const record = names.map((name) => `, "${name}" ${columns[name].getSQLType()}`).join("");
    return sql`
      update contracts c set ${sql.raw(sets)}version = c.version + 1,
        updated_at = greatest(c.updated_at, ${value("now")}::timestamptz)
      from json_to_recordset(${value("rows")}::text::json) as w (id bigint${sql.raw(record)})
      where c.shop_id = ${value("shopId")}::bigint and c.id = w.id
      ${sql.raw(decidePlanType(names) ? 'returning c.id, c.plan_type as "planType"' : "")}`;
  });

const LEAVE_SLOTS = toRun(
  "leave slots",
  (value) => sql`
    update billing_attempts a set billing_date = a.billing_date - interval '1000 years'
    from json_to_recordset(${value("rows")}::text::json) as w (id bigint)
    where a.shop_id = ${value("shopId")}::bigint and a.id = w.id`,
);
/** Drops what the billing engine would have done with an order that is moved, as a change of a single contract does. */
const UPDATE_ATTEMPTS = toRun(
  "attempts",
  (value) => sql`
    update billing_attempts a set status = w.status, billing_date = w."billingDate", slot = w.slot,
      former_slot = w."formerSlot",
      next_step = case when w."keepsStep" then a.next_step end,
      next_step_at = case when w."keepsStep" then a.next_step_at end,
      put_off_since = case when w."keepsStep" then a.put_off_since end
    from json_to_recordset(${value("rows")}::text::json) as w (id bigint, status text, "billingDate" timestamptz,
      slot timestamptz, "formerSlot" timestamptz, "keepsStep" boolean)
    where a.shop_id = ${value("shopId")}::bigint and a.id = w.id`,
);

type ContentTable = typeof contractLines | typeof contractDiscounts;
type ContentRow = { id: string };

/** Lines or discounts: deletes the removed ones, updates the changed ones, inserts the new ones. */
function writeContent<T extends ContentRow>(
  table: ContentTable,
  changed: readonly { contractId: number; present: readonly T[]; rows: RowChanges<T> }[],
  send: (run: Run, rows: readonly object[]) => ReturnType<Run>[],
): ReturnType<Run>[] {
  const tableName = getTableName(table);
  const name = sql.raw(tableName);
  const removed = changed.flatMap(({ contractId, rows }) =>
    rows.removed.map(({ id }) => ({ id, contractId })),
  );
  const names = [
    ...new Set(changed.flatMap(({ rows }) => rows.changed.flatMap(({ fields }) => Object.keys(fields)))),
  ].sort();
  const rewritten = changed.flatMap(({ contractId, present, rows }) =>
    rows.changed.map(({ id, fields }) => {
      const before = present.find((each) => each.id === id) ?? fields;
      const read = (key: string) => Reflect.get(Object.hasOwn(fields, key) ? fields : before, key);
      return { id, contractId, ...Object.fromEntries(names.map((key) => [key, read(key)])) };
    }),
  );
  const added = changed.flatMap(({ contractId, rows }) => rows.added.map((row) => ({ ...row, contractId })));
  const all = Object.keys(getTableColumns(table)).filter(
    (key) => !["shopId", "id", "contractId"].includes(key),
  );
  const isSame = (value: Parameters<Parameters<typeof toRun>[1]>[0]) =>
    sql`t.shop_id = ${value("shopId")}::bigint and t.contract_id = w."contractId" and t.id = w.id`;
  return [
    ...send(
      toRun(
        `${tableName} delete`,
        (value) =>
          sql`delete from ${name} t using ${toRecordset(table, [], value("rows"))} where ${isSame(value)}`,
      ),
      removed,
    ),
    ...send(
      toRun(`${tableName} update ${names}`, (value) => {
        const sets = names.map((key) => `${toColumn(table, key).name} = w."${key}"`).join(", ");
        return sql`
          update ${name} t set ${sql.raw(sets)} from ${toRecordset(table, names, value("rows"))} where ${isSame(value)}`;
      }),
      rewritten,
    ),
    ...send(
      toRun(`${tableName} insert`, (value) => {
        const into = all.map((key) => toColumn(table, key).name).join(", ");
        const from = all.map((key) => `w."${key}"`).join(", ");
        return sql`
          insert into ${name} (shop_id, contract_id, id, ${sql.raw(into)})
          select ${value("shopId")}::bigint, w."contractId", w.id, ${sql.raw(from)}
          from ${toRecordset(table, all, value("rows"))}`;
      }),
      added,
    ),
  ];
}

function toColumn(table: ContentTable, key: string): PgColumn {
  const column = Object.entries(getTableColumns(table)).find(([name]) => name === key)?.[1];
  if (!column) throw new Error(`there is no column for ${key}`);
  return column;
}

/** One parameter for any number of rows, as `w`. */
function toRecordset(table: ContentTable, names: readonly string[], rows: unknown): SQL {
  const types = names.map((key) => `, "${key}" ${toColumn(table, key).getSQLType()}`).join("");
  return sql`json_to_recordset(${rows}::text::json) as w (id uuid, "contractId" bigint${sql.raw(types)})`;
}

/** The changed orders of a contract. `isInTheWay`: the order leaves a slot that another order moves to. */
function toAttemptRows({ attempts }: ContractState, changed: ContractWrites["attempts"]) {
  if (changed.length === 0) return [];
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const taken = new Set(changed.map(({ fields }) => fields.billingDate?.getTime()));
  return changed.map(({ id, fields }) => {
    const before = byId.get(id);
    return {
      id,
      status: fields.status ?? before?.status,
      billingDate: fields.billingDate ?? before?.billingDate,
      slot: fields.slot === undefined ? before?.slot : fields.slot,
      formerSlot: fields.formerSlot === undefined ? before?.formerSlot : fields.formerSlot,
      keepsStep: [fields.status, fields.billingDate, fields.nextStep].every((each) => each === undefined),
      isInTheWay: fields.billingDate !== undefined && taken.has(before?.billingDate.getTime()),
    };
  });
}
