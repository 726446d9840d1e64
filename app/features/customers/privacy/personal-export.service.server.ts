import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { Person } from "~/features/customers/privacy/tables/table-rule.server";
import { notFound } from "~/lib/problem";
import { BYTE_ORDER_MARK, toCsv } from "~/lib/text/csv";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import { findCustomer } from "./erasures.repo.server";
import { type ExportedRow, readRows } from "./export-rows.repo.server";
import { toPerson } from "./person.repo.server";
import { PERSONAL_TABLES } from "./personal-tables.server";

export const EXPORT_FORMATS = ["json", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const BATCH = 500;

/**
 * Everything stored about a customer, table by table in the order of an erasure, in pieces: only one batch is in
 * memory. Recorded in the audit log before the first piece: only if somebody begins to read.
 *
 * @param format `csv`: one line per value, RFC 4180; `json`: rows as stored
 * @throws ProblemError not_found, the same for another shop's
 */
export async function exportCustomer(
  shopId: number,
  customerId: number,
  format: ExportFormat,
  audit: Audit,
): Promise<AsyncGenerator<string>> {
  const customer = await findCustomer({ shopId, customerId });
  if (!customer) throw notFound("There is no such customer in this shop.");
  return writeRecorded(await toPerson(db, customer, { reasons: [], at: audit.now }), format, audit);
}

async function* writeRecorded(person: Person, format: ExportFormat, audit: Audit): AsyncGenerator<string> {
  const { shopId, customerId } = person;
  const after = { customerId, format };
  await inTransaction((tx) =>
    appendActivity(tx, { shopId, contractId: null, action: "customer.exported", after }, audit),
  );
  yield* format === "csv" ? writeCsv(person) : writeJson(person);
}

type Part = { table: string; rows: ExportedRow[] };

/** Every exported table has at least one part, which may be empty. */
async function* readParts(person: Person): AsyncGenerator<Part> {
  for (const rule of PERSONAL_TABLES) {
    if (rule.isShared) continue;
    let after: Parameters<typeof readRows>[2] = null;
    do {
      const { rows, last } = await readRows(rule, person, after, BATCH);
      yield { table: rule.table, rows };
      after = last;
    } while (after);
  }
}

async function* writeJson(person: Person): AsyncGenerator<string> {
  yield `{"customerId":${person.customerId},"exportedAt":${JSON.stringify(person.at)},"tables":{`;
  let present = "";
  let isFirstRow = true;
  for await (const { table, rows } of readParts(person)) {
    let text = "";
    if (table !== present) {
      text += `${present === "" ? "" : "],"}${JSON.stringify(table)}:[`;
      present = table;
      isFirstRow = true;
    }
    if (rows.length > 0) {
      text += `${isFirstRow ? "" : ","}${rows.map(({ json }) => json).join(",")}`;
      isFirstRow = false;
    }
    yield text;
  }
  yield "]}}";
}

async function* writeCsv(person: Person): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([["Table", "Row", "Column", "Value"]]);
  let present = "";
  let number = 0;
  for await (const { table, rows } of readParts(person)) {
    if (table !== present) number = 0;
    present = table;
    yield toCsv(
      rows.flatMap(({ cells }) => {
        number += 1;
        return Object.entries(cells).map(([column, value]) => [table, number, column, value]);
      }),
    );
  }
}
