import { expect } from "vitest";
import { rollUpFacts } from "~/features/facts/facts.repo.server";
import { toDifferenceText } from "~/features/insights/facts/fact-totals";
import { recountFacts } from "~/features/insights/facts/recount.service.server";
import type { CohortsPage } from "~/features/insights/pages/cohorts-page.service.server";
import {
  cancellationsPageLoader,
  cohortsPageLoader,
  paymentsPageLoader,
  productsPageLoader,
  referralsPageLoader,
} from "~/features/insights/pages/part-pages.endpoints.server";
import type {
  CancellationsPage,
  PaymentsPage,
  ProductsPage,
  ReferralsPage,
} from "~/features/insights/pages/part-pages.service.server";
import { inviteFriend } from "~/features/referrals/joining/invitation.service.server";
import { inTransaction } from "~db/transaction.server";
import { billedMonthly, DUE, daysAfterDue, runAt } from "../support/calls/billing";
import { ask, pageRequest } from "../support/calls/pages";
import { openContract } from "../support/calls/portal-contract";
import { NOW, signIn } from "../support/data/factories";
import { accept, apply, createReferrerShop, insertFriend } from "../support/data/referred-friend";
import { madeForEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";

type Loader = Parameters<typeof ask>[0];
export const YEAR = "?from=2026-01-01&to=2026-12-31";

export const valuesOf = ({ tiles }: { tiles: { name: string; value: number | null }[] }) =>
  Object.fromEntries(tiles.map(({ name, value }) => [name, value]));

/** The pages of the insights' parts, for a shop of each test that has a referral programme. Called by the file: it registers hooks. */
export function openPartPages() {
  const shop = madeForEachTest(() => createReferrerShop({ gateway: "test" }));

  async function read<Page>(loader: Loader, search = ""): Promise<Page> {
    const cookie = await signIn(shop.id, shop.staff.id);
    const answer = await ask(loader, pageRequest(`/admin/insights/page${search}`, { cookie }));
    expect(answer.status).toBe(200);
    return answer.data as Page;
  }
  const readAll = async (search = YEAR) => ({
    cohorts: await read<CohortsPage>(cohortsPageLoader, search),
    cancellations: await read<CancellationsPage>(cancellationsPageLoader, search),
    payments: await read<PaymentsPage>(paymentsPageLoader, search),
    products: await read<ProductsPage>(productsPageLoader, search),
    referrals: await read<ReferralsPage>(referralsPageLoader, search),
  });
  const recount = (isRepaired: boolean) => recountFacts(shop.shop, { isRepaired, now: NOW });
  const listDifferences = async () => (await recount(false)).differences.map(toDifferenceText);
  const rollUpAll = async () => {
    while ((await inTransaction((tx) => rollUpFacts(tx, shop.id, 5))) > 0);
  };

  /** A box with a code, a declined card, a friend with a welcome code, and two customers who nearly cancelled. */
  async function live() {
    const line = { title: "Beans", productId: 7, currentPrice: "20.00" };
    await billedMonthly(shop, {
      lines: [{ ...line, customAttributes: [{ key: "_bundle", value: "breakfast" }] }],
      discounts: [{ title: "SPRING", code: "SPRING", valueType: "PERCENTAGE", value: "10" }],
    });
    await billedMonthly(shop, { lastDigits: "0002" });
    const code = await accept(shop);
    const friend = await insertFriend(shop, { nextBillingDate: DUE });
    await recount(true);
    const { customerId } = shop.referrer;
    const principal = {
      kind: "customer",
      shop: shop.shop,
      customerId,
      name: "Referrer",
      language: null,
    } as const;
    for (const email of ["a@example.com", "a@example.com", "b@example.com"])
      await inviteFriend(principal, email, "en", {
        requestId: "invitation",
        now: NOW,
        receivedAt: NOW,
      });
    await apply(shop, friend, code);
    await runAt(shop, DUE);
    await runAt(shop, daysAfterDue(60));
    expect(await runJobs(() => DUE)).toEqual([]);
    for (const [reason, button] of [
      ["break", "Pause instead"],
      ["too_much", "Skip this order"],
    ] as const) {
      const { portal, contract } = await openContract(shop, { currencyCode: "USD" });
      await recount(true);
      const at = { contract: contract.subscriptionContractId, view: "cancel", reason };
      expect((await portal.press(await portal.get(at), button)).status).toBe(200);
    }
  }

  return { shop, read, readAll, recount, listDifferences, rollUpAll, live };
}
