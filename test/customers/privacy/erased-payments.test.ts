import { expect, test } from "vitest";
import { answerBank } from "~/features/billing/gateway/test/test-pages.service.server";
import { eraseCustomer } from "~/features/customers/privacy/erasure.service.server";
import { runErasure } from "~/features/customers/privacy/erasure-run.service.server";
import { db } from "~db/client.server";
import { updateRows } from "~db/rows.server";
import { contracts } from "~db/schema/contracts";
import {
  billedMonthly,
  DUE,
  findDisagreements,
  firstOrderOf,
  listOrdersOf,
  runAt,
} from "../../support/calls/billing";
import { openPayingBrowser } from "../../support/calls/hosted";
import { readContractRow } from "../../support/data/contract-plan";
import { testAudit } from "../../support/data/factories";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { ADDRESS } from "../../support/privacy/marks";
import { runJobs } from "../../support/processes/jobs";

const shop = shopOfEachTest({ gateway: "test" });

test.each([
  ["CANCELLED", { cancelledOn: DUE }],
  ["FAILED", {}],
] as const)(
  "what the bank has let through after its customer was erased is an order all the same; the contract stays %s",
  async (status, more) => {
    const contract = await billedMonthly(shop, { lastDigits: "3155" });
    await updateRows(db, contracts, { shopId: shop.id, id: contract.id }, { deliveryAddress: ADDRESS });
    await runAt(shop, DUE);
    const browser = await openPayingBrowser(shop, contract.customerId);
    const page = await browser.visit({ contract: contract.subscriptionContractId });
    await browser.press(page, "Pay $10.00 now");
    const ended = { status, ...more, nextBillingDate: null, dunning: false };
    await updateRows(db, contracts, { shopId: shop.id, id: contract.id }, ended);
    await eraseCustomer(shop.id, contract.customerId, testAudit(DUE));
    await answerBank(shop.id, browser.at().get("test-page") ?? "", true, DUE);
    expect(await runJobs()).toEqual([]);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "SUCCESS" });
    expect(await findDisagreements(shop.id)).toEqual([]);
    expect(await readContractRow(contract)).toMatchObject({ status, customerName: "Erased customer" });
    await runErasure(shop.id, contract.customerId, { clock: () => new Date(Date.now() + 3_600_000) });
    expect(await listOrdersOf(shop.id)).toMatchObject([
      { deliveryAddress: { firstName: null, city: null, country: ADDRESS.country } },
    ]);
  },
);
