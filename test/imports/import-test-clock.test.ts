import { expect, test } from "vitest";
import { findImport } from "~/features/imports/records/imports.repo.server";
import { importFiles, readContracts } from "../support/calls/run-import";
import { listPlan } from "../support/data/contract-plan";
import { setShopClock } from "../support/data/days";
import { NOW } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { catalogue, contractsCsv, headRow } from "../support/processes/shop-files";

const shop = shopOfEachTest({ gateway: "test" });

test("imported contracts go on after the present of the shop's test clock; the import ran by the real one", async () => {
  const shopsNow = new Date("2026-05-01T12:00:00Z");
  await setShopClock(shop.id, shopsNow);
  const { importId } = await importFiles(shop.id, {
    ...catalogue,
    contracts: contractsCsv([headRow("sub-1", { upcoming_billing_date: "2026-03-10T12:00:00Z" })]),
  });
  const [contract] = await readContracts(shop.id);
  if (!contract) throw new Error("no contract was imported");
  expect(contract).toMatchObject({ nextBillingDate: new Date("2026-05-10T12:00:00Z"), createdAt: shopsNow });
  expect(await listPlan(contract)).toEqual([
    "QUEUED 2026-05-10T12:00",
    "QUEUED 2026-06-10T12:00",
    "QUEUED 2026-07-10T12:00",
  ]);
  expect(await findImport(shop.id, importId)).toMatchObject({ status: "COMPLETED", finishedAt: NOW });
});
