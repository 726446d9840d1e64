import { randomBytes } from "node:crypto";
import { expect, test, vi } from "vitest";
import { findShopSettings } from "~/access/shops.repo.server";
import { findStripeSecrets } from "~/features/billing/gateway/stripe/stripe-client.server";
import { findStripeKeys } from "~/features/billing/gateway/stripe/stripe-keys.repo.server";
import { shopOfEachTest } from "../../../support/data/shop-of-each-test";
import { runCommand } from "../../../support/processes/run-command";

const shop = shopOfEachTest();

const run = (input: string, ...args: string[]) => runCommand("shop-gateway", args, input);

const SECRETS = { secretKey: "sk_test_of_the_shop", webhookSecret: "whsec_of_the_shop" };
const INPUT = `${SECRETS.secretKey}\n${SECRETS.webhookSecret}\n`;

test("keys on standard input connect the shop; they are stored sealed, and printed nowhere", async () => {
  const { code, stdout } = await run(INPUT, "--domain", shop.shop.storeDomain, "--gateway", "stripe");
  expect(code).toBe(0);
  expect(stdout).toContain(`/gateways/stripe/notices?shop=${shop.shop.storeDomain}`);
  expect(stdout).not.toContain("_of_the_shop");
  expect(await findShopSettings(shop.id)).toMatchObject({ gateway: "stripe" });
  expect(await findStripeSecrets(shop.id)).toEqual(SECRETS);
  expect((await findStripeKeys(shop.id))?.sealed).not.toContain("_of_the_shop");
});

test("invalid keys and missing options: each is named, and the shop is unchanged", async () => {
  const missing = await run("", "--gateway", "paypal");
  expect(missing).toMatchObject({ code: 2 });
  expect(missing.stderr).toContain("--domain");
  expect(missing.stderr).toContain("--gateway");
  const wrong = await run("pk_live_1\nwhat\n", "--domain", shop.shop.storeDomain, "--gateway", "stripe");
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain("sk_live_");
  expect(wrong.stderr).toContain("whsec_");
  expect(await run(INPUT, "--domain", "no.mystore.example", "--gateway", "stripe")).toMatchObject({
    code: 1,
  });
  expect(await findShopSettings(shop.id)).toMatchObject({ gateway: "none" });
});

test("a new key in front of the ring seals anew what is kept; the old one is not needed any more", async () => {
  const newKey = randomBytes(32).toString("base64url");
  const oldKey = process.env.PORTAL_TOKEN_KEYS ?? "";
  /** The app as it starts with these keys. */
  const startWith = async (keys: string) => {
    vi.resetModules();
    process.env.PORTAL_TOKEN_KEYS = keys;
    const service = await import("~/features/billing/gateway/stripe/connect-stripe.service.server");
    const client = await import("~/features/billing/gateway/stripe/stripe-client.server");
    return { ...service, ...client };
  };
  const audit = { actor: { type: "system", name: "test" } as const, requestId: null, now: new Date() };
  const before = await startWith(oldKey);
  await before.connectStripe(shop.id, SECRETS, audit);
  const between = await startWith(`${newKey} ${oldKey}`);
  await between.resealStripeKeys(shop.id, new Date());
  const after = await startWith(newKey);
  expect(await after.findStripeSecrets(shop.id)).toEqual(SECRETS);
});
