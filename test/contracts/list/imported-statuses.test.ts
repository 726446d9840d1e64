import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getContractPage } from "~/features/contract-page/page/contract-detail.service.server";
import { getContractListPage } from "~/features/contracts/list-page/contract-list-page.service.server";
import { updateContractStatus } from "~/features/contracts/operations/contract-status.server";
import { readHome } from "~/features/home/home.service.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { askJson } from "../../support/calls/json-endpoints";
import { importFiles, readContracts } from "../../support/calls/run-import";
import { requestList } from "../../support/data/contract-list";
import { insertContract, NOW } from "../../support/data/factories";
import { readRaw } from "../../support/data/raw-contract";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { catalogue, contractsCsv, headRow } from "../../support/processes/shop-files";

const shop = shopOfEachTest();

/** A day within the week that the home page looks at. */
const SOON = "2026-03-03T12:00:00Z";
const PAST = "2026-01-31T12:00:00Z";

async function importOne(status: string, upcoming: string) {
  const row = headRow("sub", { status, upcoming_billing_date: upcoming });
  const { errors } = await importFiles(shop.id, { ...catalogue, contracts: contractsCsv([row]) });
  expect(errors).toEqual([]);
  const [contract] = await readContracts(shop.id);
  if (!contract) throw new Error("nothing was imported");
  return contract;
}

describe.each(["CANCELLED", "EXPIRED", "FAILED"])("a contract that comes in as %s", (status) => {
  test.each([SOON, PAST])(
    "with the date %s has no next order on any page or in any answer",
    async (upcoming) => {
      const { subscriptionContractId } = await importOne(status, upcoming);
      const list = await requestList(shop.readKey);
      expect(await list.json()).toMatchObject([{ status, nextBillingDate: null }]);
      const raw = await readRaw(shop, subscriptionContractId);
      expect(await raw.json()).toMatchObject({ status, nextBillingDate: null });
      const page = await getContractListPage(
        { shop: shop.shop, staffId: shop.staff.id },
        new URLSearchParams(),
      );
      expect(page.rows).toMatchObject([{ next: null }]);
      expect(await getContractPage(shop.shop, subscriptionContractId, NOW)).toMatchObject({ upcoming: [] });
      expect(await readHome(shop.shop, NOW)).toMatchObject({ dueSoon: { count: 0, amounts: [] } });
    },
  );

  test("can be made ACTIVE where that is possible, its orders counted from the date of the file", async () => {
    const { id, subscriptionContractId: contractId } = await importOne(status, PAST);
    const answer = await askJson(
      updateContractStatus.merchant,
      `/x?${new URLSearchParams({ contractId: String(contractId), status: "ACTIVE" })}`,
      { method: "PUT", headers: { "X-API-Key": shop.writeKey } },
    );
    expect(answer.status).toBe(status === "EXPIRED" ? 409 : 200);
    const orders = await db.select().from(billingAttempts).where(eq(billingAttempts.contractId, id));
    expect(orders).toHaveLength(status === "EXPIRED" ? 0 : 3);
    // Counted from 31 January: on the last of each month, at the hour of the file.
    for (const { billingDate } of orders) {
      const dayAfter = new Date(billingDate.getTime() + DAY_MS);
      expect([dayAfter.getUTCDate(), billingDate.getUTCHours()]).toEqual([1, 12]);
    }
  });
});

test("the database takes no next order date for a contract that has no order to come", async () => {
  for (const status of ["CANCELLED", "EXPIRED", "FAILED"] as const) {
    const { id } = await insertContract(shop.id, { status, nextBillingDate: null });
    await expect(
      db.update(contracts).set({ nextBillingDate: NOW }).where(eq(contracts.id, id)),
    ).rejects.toMatchObject({ cause: { constraint_name: "contracts_next_date_check" } });
  }
});
