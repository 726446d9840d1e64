import type postgres from "postgres";
import { toTransaction } from "~db/announcements.server";
import { client, type Queryable } from "~db/client.server";
import { isDatabaseUnavailable } from "~db/errors";
import { type Form, findForm } from "~db/set-forms/forms.server";
import { toTextArray } from "~db/set-forms/set-form";
import type { Transaction } from "~db/transaction.server";

type Rows = postgres.RowList<postgres.Row[]>;
/** One statement that a member waits for. */
type Asked = {
  text: string;
  values: postgres.ParameterOrJSON<never>[];
  options: postgres.UnsafeQueryOptions | undefined;
  isArrays: boolean;
  resolve: (rows: Rows) => void;
  reject: (error: unknown) => void;
};
/** The same statement of several members; one without a form is sent alone. */
type Step = { form: Form | null; asked: Asked[] };
type Member = { wave: number; step: number };

const MOST_SETS = 64;

/**
 * Sends the statements of several members that run the same code in waves: everything they have asked for while the
 * last wave was under way is sent together, equal statements as one (set-form.ts). A member's own statements keep their
 * order.
 *
 * @param isAlone whether the connection is still usable after a statement fails: then the sets are run one by one
 * @returns makes a connection for one member
 */
export function startWaves(on: postgres.ISql, { isAlone }: { isAlone: boolean }): () => Transaction {
  let steps: Step[] = [];
  let wave = 0;
  let isUnderWay = false;

  const put = (member: Member, asked: Asked) => {
    const form = findForm(asked.text);
    // Inserts do not affect each other: several of a member may go in one step.
    const next = /^\s*insert /i.test(asked.text) ? member.step : member.step + 1;
    const from = member.wave === wave ? next : 0;
    let at = form === null ? -1 : steps.findIndex((step, index) => index >= from && canJoin(step, asked));
    if (at < 0) at = steps.push({ form, asked: [] }) - 1;
    steps[at]?.asked.push(asked);
    Object.assign(member, { wave, step: at });
    if (!isUnderWay) {
      isUnderWay = true;
      setImmediate(flush);
    }
  };
  const flush = async () => {
    const sent = steps;
    steps = [];
    wave++;
    await Promise.all(sent.map((step) => run(on, step, isAlone)));
    // Members that have received their rows send their next statements before this runs.
    setImmediate(() => {
      if (steps.length > 0) void flush();
      else isUnderWay = false;
    });
  };
  return () => {
    const member: Member = { wave: -1, step: -1 };
    const unsafe = (
      text: string,
      values: Asked["values"] = [],
      options?: postgres.UnsafeQueryOptions,
    ): Promise<Rows> => {
      let asked: Asked | undefined;
      const rows = new Promise<Rows>((resolve, reject) => {
        asked = { text, values, options, isArrays: false, resolve, reject };
        put(member, asked);
      });
      return Object.assign(rows, {
        values() {
          if (asked) asked.isArrays = true;
          return rows;
        },
      });
    };
    return toTransaction({ unsafe } as unknown as postgres.TransactionSql);
  };
}

/** Shares the reads of several callers, each with a connection of its own. */
export const shareReads = (): (() => Queryable) => startWaves(client, { isAlone: true });

function canJoin({ form, asked }: Step, { text, values }: Asked): boolean {
  const [first] = asked;
  return (
    first?.text === text &&
    asked.length < MOST_SETS &&
    (form?.shared ?? []).every((isShared, index) => !isShared || first.values[index] === values[index])
  );
}

async function run(on: postgres.ISql, { form, asked }: Step, isAlone: boolean): Promise<void> {
  const arrays = form !== null && asked.length > 1 && toParameters(form, asked);
  if (!form || !arrays) return void (await Promise.all(asked.map((one) => runAlone(on, one))));
  try {
    share(asked, await on.unsafe(form.text, arrays, { prepare: true }).values());
  } catch (error) {
    if (isAlone && !isDatabaseUnavailable(error)) await Promise.all(asked.map((one) => runAlone(on, one)));
    else for (const { reject } of asked) reject(error);
  }
}

async function runAlone(on: postgres.ISql, one: Asked): Promise<void> {
  const query = on.unsafe<postgres.Row[]>(one.text, one.values, one.options);
  try {
    one.resolve(one.isArrays ? ((await query.values()) as unknown as Rows) : await query);
  } catch (error) {
    one.reject(error);
  }
}

function toParameters({ shared }: Form, asked: readonly Asked[]): Asked["values"] | null {
  const parameters: Asked["values"] = [];
  for (const [index, isShared] of shared.entries()) {
    const value = isShared ? asked[0]?.values[index] : toTextArray(asked.map(({ values }) => values[index]));
    if (value === null || value === undefined) return null;
    parameters.push(value);
  }
  return parameters;
}

type Answer = postgres.RawRowList<postgres.Row[]>;

/** Gives each its rows, as the driver would have returned them. */
function share(asked: readonly Asked[], answer: Answer): void {
  const columns = answer.columns ?? [];
  const isNumbered = columns[0]?.name === "set_number";
  const names = (isNumbered ? columns.slice(1) : columns).map(({ name }) => name);
  const rowsOf: unknown[][] = asked.map(() => []);
  const isWritten = answer.command === "INSERT";
  for (const [index, row] of (answer as unknown as unknown[][]).entries()) {
    const of = isNumbered ? Number(row[0]) - 1 : index;
    const values = isNumbered ? row.slice(1) : row;
    rowsOf[of]?.push(
      asked[of]?.isArrays ? values : Object.fromEntries(names.map((name, at) => [name, values[at]])),
    );
  }
  for (const [index, { resolve }] of asked.entries()) {
    const rows = rowsOf[index] ?? [];
    resolve(Object.assign(rows, { count: isWritten ? 1 : rows.length }) as unknown as Rows);
  }
}
