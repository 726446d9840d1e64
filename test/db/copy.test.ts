import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { db } from "~db/client.server";
import { openCopy } from "~db/copy.server";
import { importCustomers } from "~db/schema/imports";
import { resetDatabase } from "../support/setup/database";

beforeEach(resetDatabase);

const toRow = (line: number, values: Partial<typeof importCustomers.$inferInsert> = {}) => ({
  shopId: 1,
  importId: 1,
  customerId: 1,
  line,
  acceptsEmailMarketing: true,
  acceptsSmsMarketing: false,
  tags: [],
  ...values,
});

test("whatever a text, a list or an object holds, COPY keeps it", async () => {
  const text = fc
    .oneof(
      fc.constantFrom("\\N", "\\.", "a\tb", "a\nb\r\n", "\\", '"{,}', "NULL", ""),
      fc.string({ unit: "grapheme", maxLength: 20 }),
    )
    .map((value) => value.replaceAll("\0", ""));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ note: fc.option(text), tags: fc.array(text, { maxLength: 3 }), zip: text }), {
        minLength: 1,
      }),
      async (values) => {
        await db.delete(importCustomers);
        const rows = values.map(({ note, tags, zip }, line) =>
          toRow(line, { note, tags, defaultAddress: { ...NO_ADDRESS, zip } }),
        );
        await db.transaction(async (tx) => {
          const copy = await openCopy(tx, importCustomers);
          for (const row of rows) await copy.write(row);
          await copy.end();
        });
        const kept = await db.select().from(importCustomers).orderBy(importCustomers.line);
        expect(kept).toMatchObject(rows);
      },
    ),
    { numRuns: 40 },
  );
});

const NO_ADDRESS = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  provinceCode: null,
  country: null,
  countryCode: null,
  zip: null,
  phone: null,
};

test("rows that Postgres does not take fail the transaction, also when it says so only at the end", async () => {
  const copyTwice = db.transaction(async (tx) => {
    const copy = await openCopy(tx, importCustomers);
    await copy.write(toRow(1));
    await copy.write(toRow(1));
    await copy.end();
  });
  await expect(copyTwice).rejects.toThrow(/duplicate key value violates unique constraint/);
  expect(await db.$count(importCustomers)).toBe(0);
});

test("an aborted COPY leaves the connection free for the rollback", async () => {
  const aborted = db.transaction(async (tx) => {
    const copy = await openCopy(tx, importCustomers);
    await copy.write(toRow(1));
    await copy.abort();
    throw new Error("something else went wrong");
  });
  await expect(aborted).rejects.toThrow("something else went wrong");
  expect(await db.$count(importCustomers)).toBe(0);
});
