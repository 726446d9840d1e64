import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { runImport } from "~/features/imports/run/import-run.service.server";
import { toRequestContext } from "~/http/request/request-context.server";
import { toProblem } from "~/http/request/to-problem.server";
import { db } from "~db/client.server";
import { readDatabaseError } from "~db/errors";
import { readContracts, readImport, stageFiles } from "../support/calls/run-import";
import { createTestShop, insertCustomer, NOW } from "../support/data/factories";
import { fillDisk } from "../support/faults/full-disk";
import {
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  lineRow,
  productsJson,
} from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

const clock = () => NOW;
const FILES = {
  products: productsJson(),
  customers: customersCsv([customerRow()]),
  contracts: contractsCsv(["sub-1", "sub-2"].flatMap((handle) => [headRow(handle), lineRow(handle)])),
};

let shopId: number;
beforeEach(async () => {
  await resetDatabase();
  ({ id: shopId } = await createTestShop());
});

test("an import that meets a full disk waits and goes on when there is room; it is not given up", async () => {
  const importId = await stageFiles(shopId, FILES);
  const makeRoom = await fillDisk("contracts");
  for (const _round of [1, 2]) expect(await failOf(runImport(shopId, importId, { clock }))).toBe("53100");
  expect(await readImport(shopId, importId)).toMatchObject({ status: "RUNNING", failure: null, errors: [] });
  expect(await readContracts(shopId)).toEqual([]);
  await makeRoom();
  await runImport(shopId, importId, { clock });
  expect(await readImport(shopId, importId)).toMatchObject({ status: "COMPLETED", failure: null });
  expect(await readContracts(shopId)).toHaveLength(2);
});

test("files uploaded to a full disk leave nothing behind, and are accepted when there is room", async () => {
  const makeRoom = await fillDisk("import_contract_rows");
  const error = await stageFiles(shopId, FILES).catch((reason: unknown) => reason);
  expect(toProblem(error, toRequestContext(new Request("http://shop.test/")), "startImport")).toMatchObject({
    status: 503,
    detail: "The database has no room right now.",
  });
  const [staged] = await db.execute(sql`select from import_customers where shop_id = ${shopId}`);
  expect(staged).toBeUndefined();
  await makeRoom();
  await runImport(shopId, await stageFiles(shopId, FILES), { clock });
  expect(await readContracts(shopId)).toHaveLength(2);
});

test("a full disk is 503 with when to come again, not a fault of ours", async () => {
  await fillDisk("customers");
  const error = await insertCustomer(shopId).catch((reason: unknown) => reason);
  const problem = toProblem(error, toRequestContext(new Request("http://shop.test/")), "createCustomer");
  expect(problem).toMatchObject({ status: 503, detail: "The database has no room right now." });
  expect(problem.extra.headers).toEqual({ "Retry-After": "5" });
});

/** SQLSTATE of what must fail; "none" = it did not. */
const failOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => "none",
    (error: unknown) => readDatabaseError(error)?.code,
  );
