import { beforeEach, describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { resetDatabase } from "./support/database";
import { insertContract, type TestShop } from "./support/factories";
import { runJobs } from "./support/jobs";
import { customerToken } from "./support/portal";
import { createBeanShop, post, receiveMails } from "./support/portal-door";

const server = receiveMails();
let shop: TestShop;
let customerId: number;
beforeEach(async () => {
  await resetDatabase();
  ({ shop, customerId } = await createBeanShop());
});

describe("a customer who asks for another payment method", () => {
  test("is told by mail that the shop knows, its owners are told, and the contract's history says so", async () => {
    const contract = await insertContract(shop.id, { customerId });
    const token = await customerToken(shop, customerId);
    const ask = () =>
      post(shop, `?token=${token}&contract=${contract.subscriptionContractId}&intent=payment-mail`);
    const answer = await ask();
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      expect.stringContaining("done=payment_mail"),
    ]);
    expect(await runJobs()).toEqual([]);
    expect(server.mails.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual([
      ["Ada@example.com", "Your payment method with Bean Shop"],
      [shop.staff.email, "Ada Lovelace would like to update their payment method"],
    ]);
    expect(await listActivity(shop.id, contract.id)).toMatchObject([
      { action: "contract.payment_update_asked", actorType: "customer", actorName: "Ada Lovelace" },
    ]);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([303, 303, 429]);
  });

  test("does not find another customer's contract", async () => {
    const foreign = await insertContract(shop.id);
    const token = await customerToken(shop, customerId);
    const refused = await post(
      shop,
      `?token=${token}&contract=${foreign.subscriptionContractId}&intent=payment-mail`,
    );
    expect(refused.status).toBe(404);
    await runJobs();
    expect(server.mails).toEqual([]);
  });
});
