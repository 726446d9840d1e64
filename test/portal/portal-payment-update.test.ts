import { describe, expect, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { customerToken } from "../support/calls/portal";
import { openBeanShop, post } from "../support/calls/portal-shop";
import { insertContract } from "../support/data/factories";
import { runJobs } from "../support/processes/jobs";

const bean = openBeanShop();

describe("a customer who asks for another payment method", () => {
  test("gets a mail that the shop knows; its owners are notified, and the contract's history says so", async () => {
    const contract = await insertContract(bean.shop.id, { customerId: bean.customerId });
    const token = await customerToken(bean.shop, bean.customerId);
    const ask = () =>
      post(bean.shop, `?token=${token}&contract=${contract.subscriptionContractId}&intent=payment-mail`);
    const answer = await ask();
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      expect.stringContaining("done=payment_mail"),
    ]);
    expect(await runJobs()).toEqual([]);
    expect(bean.mails.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual([
      ["Ada@example.com", "Your payment method with Bean Shop"],
      [bean.shop.staff.email, "Ada Lovelace would like to update their payment method"],
    ]);
    expect(await listActivity(bean.shop.id, contract.id)).toMatchObject([
      { action: "contract.payment_update_asked", actorType: "customer", actorName: "Ada Lovelace" },
    ]);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([303, 303, 429]);
  });

  test("does not find another customer's contract", async () => {
    const foreign = await insertContract(bean.shop.id);
    const token = await customerToken(bean.shop, bean.customerId);
    const refused = await post(
      bean.shop,
      `?token=${token}&contract=${foreign.subscriptionContractId}&intent=payment-mail`,
    );
    expect(refused.status).toBe(404);
    await runJobs();
    expect(bean.mails).toEqual([]);
  });
});
