import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { eraseCustomer } from "~/features/customers/privacy/erasure.service.server";
import { runErasure } from "~/features/customers/privacy/erasure-run.service.server";
import { exportCustomerData } from "~/features/customers/privacy/privacy.endpoints.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { askJson } from "../../support/calls/json-endpoints";
import { openPortal } from "../../support/calls/portal-pages";
import { insertContract, NOW, testAudit } from "../../support/data/factories";
import { insertProgramme, insertReferrer } from "../../support/data/referrals";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";

const shop = shopOfEachTest();
const OWN_FRIEND = "own-friend@else.example";
const NAMESAKES_FRIEND = "namesakes-friend@else.example";

/** Two customers have the same name, and each has named a friend. */
let maria: number;
beforeEach(async () => {
  await insertProgramme(shop.id);
  const ids = [];
  for (const friend of [OWN_FRIEND, NAMESAKES_FRIEND]) {
    const name = { firstName: "Maria", lastName: "Garcia" };
    const { customerId } = await insertReferrer(shop.id, name);
    ids.push(customerId);
    await insertContract(shop.id, { customerId, status: "CANCELLED", cancelledOn: NOW });
    const portal = await openPortal(shop, customerId);
    await portal.post({ view: "refer", intent: "invite" }, { friend });
  }
  [maria = 0] = ids;
});

/** Actors and friends of the invitations in the history of the shop. */
const listInvitations = async () =>
  (
    await db
      .select({ contractId: activity.contractId, actor: activity.actorName, after: activity.after })
      .from(activity)
      .where(and(eq(activity.shopId, shop.id), eq(activity.action, "referral.invited")))
      .orderBy(activity.id)
  ).flatMap(({ contractId, actor, after }) => (contractId === null ? [[actor, after?.email]] : []));

test("the export of a customer has the friend they named, not the friend of somebody of the same name", async () => {
  const answer = await askJson(exportCustomerData, "/x", {
    method: exportCustomerData.method,
    params: { customerId: String(maria) },
    headers: { "X-API-Key": shop.writeKey },
  });
  const text = await answer.text();
  expect(text).toContain(OWN_FRIEND);
  expect(text).not.toContain(NAMESAKES_FRIEND);
});

test("the erasure of a customer leaves the history of somebody of the same name as it is", async () => {
  const named = [
    ["Maria Garcia", OWN_FRIEND],
    ["Maria Garcia", NAMESAKES_FRIEND],
  ];
  expect(await listInvitations()).toEqual(named);
  await eraseCustomer(shop.id, maria, testAudit());
  await runErasure(shop.id, maria, { clock: () => NOW });
  expect(await listInvitations()).toEqual([["Erased customer", undefined], named[1]]);
});
