import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { dateText, openContract, saveSettings } from "../support/calls/portal-contract";
import { listForms, toPlainText } from "../support/calls/portal-pages";
import { createTestShop, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ name: "Fernhill", currencyCode: "EUR" });
});

describe("cancelling", () => {
  test("takes a reason, shows the one offer for it, and leaves a way out as large", async () => {
    const { portal, contract } = await openContract(shop);
    const at = { contract: contract.subscriptionContractId, view: "cancel" };
    const why = await portal.get(at);
    expect(toPlainText(why.html)).toContain("Why do you want to cancel?");
    const offer = await portal.get({ ...at, reason: "too_much" });
    expect(toPlainText(offer.html)).toContain(`You could skip the order on ${dateText(10)}`);
    expect(listForms(offer.html).map(({ button }) => button)).toEqual([
      "Skip this order",
      "Cancel subscription",
    ]);
    expect(offer.html.match(/<button type="submit" class="b">/g)).toHaveLength(2);
    const gone = await portal.press(offer, "Cancel subscription", { comment: "Too many beans" });
    expect(toPlainText(gone.html)).toContain("Your subscription is cancelled.");
    expect(toPlainText(gone.html)).not.toContain("Undo");
  });

  test("an offer that is taken keeps the contract", async () => {
    const { portal, contract } = await openContract(shop);
    const at = { contract: contract.subscriptionContractId, view: "cancel", reason: "break" };
    const stayed = await portal.press(await portal.get(at), "Pause instead");
    expect(toPlainText(stayed.html)).toContain("Paused.");
  });

  test("before the agreed number of orders says when it will be possible, at either step", async () => {
    const { portal, contract } = await openContract(shop, { minCycles: 5 });
    const at = { contract: contract.subscriptionContractId, view: "cancel" };
    for (const step of [at, { ...at, reason: "other" }]) {
      const page = await portal.get(step);
      const text = toPlainText(page.html);
      expect(text).toContain("You agreed to a minimum number of orders, which is not reached yet.");
      expect(text).toContain("You can cancel after 4 more orders.");
      expect(text).toContain("Keep my subscription");
      expect(listForms(page.html)).toEqual([]);
    }
  });

  test("before the agreed number of orders is refused when it is sent all the same", async () => {
    const { portal, contract } = await openContract(shop);
    const at = { contract: contract.subscriptionContractId, view: "cancel", reason: "other" };
    const confirm = await portal.get(at);
    await db.update(contracts).set({ minCycles: 5 }).where(eq(contracts.id, contract.id));
    const refused = await portal.press(confirm, "Cancel subscription");
    expect(refused.status).toBe(403);
    expect(toPlainText(refused.html)).toContain("You agreed to a minimum number of orders");
  });

  test("the merchant's own reasons stand instead of the portal's", async () => {
    const texts = { en: "Moving away", de: "Ich ziehe um" };
    await saveSettings(shop, {
      cancelReasons: [{ id: "moving", words: texts, offer: "NONE", discountCode: null }],
    });
    const { portal, contract } = await openContract(shop, {}, "de");
    const text = toPlainText(
      (await portal.get({ contract: contract.subscriptionContractId, view: "cancel" })).html,
    );
    expect(text).toContain("Ich ziehe um");
    expect(text).not.toContain("Ich brauche eine Pause");
  });
});
