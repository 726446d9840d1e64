import { expect, test } from "vitest";
import { getContractPage } from "~/features/contract-page/page/contract-detail.service.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { insertContract, NOW } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest({ timeZone: "America/New_York" });

test("the timeline tells the newest change first, with who made it and the fields before and after", async () => {
  const contract = await insertContract(shop.id);
  const entry = { shopId: shop.id, contractId: contract.id, createdAt: NOW };
  await db.insert(activity).values([
    {
      ...entry,
      actorType: "system",
      actorName: "Import",
      action: "contract.imported",
      after: { status: "ACTIVE" },
    },
    {
      ...entry,
      actorType: "api_key",
      actorName: "ERP",
      action: "contract.delivery_price_changed",
      before: { deliveryPrice: "3.5000" },
      after: { deliveryPrice: "4.9900" },
    },
  ]);
  const page = await getContractPage(shop.shop, contract.subscriptionContractId, NOW);
  expect(page.activity).toMatchObject([
    {
      action: "Delivery price changed",
      actor: "API key ERP",
      when: "2 Mar 2026, 07:00",
      changes: [{ field: "Delivery price", before: "$3.50", after: "$4.99" }],
    },
    {
      action: "Contract imported",
      actor: "Import",
      changes: [{ field: "Status", before: null, after: "Active" }],
    },
  ]);
});

test("a change of a line or a discount names it, and does not repeat its name among the fields", async () => {
  const contract = await insertContract(shop.id);
  const entry = { shopId: shop.id, contractId: contract.id, createdAt: NOW, actorType: "staff" as const };
  await db.insert(activity).values([
    {
      ...entry,
      actorName: "Ada",
      action: "contract.line_changed",
      before: { title: "Tea", quantity: 2 },
      after: { title: "Tea", quantity: 1 },
    },
    {
      ...entry,
      actorName: "Ada",
      action: "contract.line_changed",
      before: { title: "Tea" },
      after: { title: "Green tea" },
    },
  ]);
  const page = await getContractPage(shop.shop, contract.subscriptionContractId, NOW);
  expect(page.activity.map(({ subject, changes }) => [subject, changes])).toEqual([
    [null, [{ field: "Title", before: "Tea", after: "Green tea" }]],
    ["Tea", [{ field: "Quantity", before: "2", after: "1" }]],
  ]);
});
