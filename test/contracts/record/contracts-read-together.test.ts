import { expect, test } from "vitest";
import { findRawContractSource } from "~/features/contracts/record/raw-contract.repo.server";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { createTestShop, insertContract, insertCustomer } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { countStatements } from "../../support/setup/statement-count";

// Not through URLs: a key's calls take turns while others call, and tests before these may have called.
const shop = shopOfEachTest();

const find = (id: number) => findRawContractSource(shop.id, id, null);
const toNotes = (found: readonly Awaited<ReturnType<typeof find>>[]) => found.map((one) => one?.note ?? null);

async function insertContracts(shopId: number, notes: readonly string[], customerId?: number) {
  const ids: number[] = [];
  for (const orderNote of notes) {
    const contract = await insertContract(shopId, { orderNote, customerId, lines: [{}, {}] });
    ids.push(contract.subscriptionContractId);
  }
  return ids;
}

test("contracts asked for at once are read by one statement for every five, and are as if read alone", async () => {
  const ids = await insertContracts(shop.id, [..."abcdefghijkl"]);
  const alone = [];
  for (const id of ids) alone.push(await find(id));
  const { result, texts } = await countStatements(() => Promise.all(ids.map(find)));
  expect(result).toEqual(alone);
  expect(toNotes(result)).toEqual([..."abcdefghijkl"]);
  // A connection that is opened for it asks for the types of the database, too.
  expect(texts.filter((text) => text.includes("from contracts c"))).toHaveLength(3);
});

test("a contract asked for several times at once is found each time, one that does not exist by nobody", async () => {
  const [first = 0, second = 0] = await insertContracts(shop.id, ["a", "b"]);
  const found = await Promise.all([first, second, 4_444_444, first].map(find));
  expect(toNotes(found)).toEqual(["a", "b", null, "a"]);
});

test("shops that ask at once each find their own contracts, and none of the other's", async () => {
  const other = await createTestShop();
  const ids = [...(await insertContracts(shop.id, ["a", "b"])), ...(await insertContracts(other.id, ["c"]))];
  const found = await Promise.all(
    [shop, other].map((one) => Promise.all(ids.map((id) => findRawContractSource(one.id, id, null)))),
  );
  expect(found.map(toNotes)).toEqual([
    ["a", "b", null],
    [null, null, "c"],
  ]);
});

test("customers that ask at once each find their own contracts, and none of another's", async () => {
  const [ada, ben] = [await insertCustomer(shop.id), await insertCustomer(shop.id)];
  const ids = [
    ...(await insertContracts(shop.id, ["a", "b"], ada.id)),
    ...(await insertContracts(shop.id, ["c"], ben.id)),
  ];
  const found = await Promise.all(
    [ada.id, ben.id, null].map((owner) =>
      Promise.all(ids.map((id) => findRawContractSource(shop.id, id, owner))),
    ),
  );
  expect(found.map(toNotes)).toEqual([
    ["a", "b", null],
    [null, null, "c"],
    ["a", "b", "c"],
  ]);
});

test("what was read is not kept: a contract read once more shows what has changed", async () => {
  const ids = await insertContracts(shop.id, ["a", "b"]);
  await Promise.all(ids.map(find));
  await db.update(contracts).set({ orderNote: "changed" });
  expect(toNotes(await Promise.all(ids.map(find)))).toEqual(["changed", "changed"]);
});
