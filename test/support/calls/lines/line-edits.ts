import { beforeEach, expect } from "vitest";
import { computeContractAmounts } from "~/features/contracts/amounts";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { compareMoney } from "~/lib/money";
import type { PortalAction } from "~db/schema/portal-settings";
import { insertCatalogue } from "../../data/catalogue";
import { type ContractOverrides, insertContract, NOW } from "../../data/factories";
import { shopOfEachTest } from "../../data/shop-of-each-test";
import type { Answer } from "../contract-calls";
import { saveSettings } from "../portal-contract";

/**
 * Before each test, a shop that sells beans, and tea in two variants on which one plan takes off a tenth; and functions
 * to change lines.
 */
export function teaShopOfEachTest() {
  const shop = shopOfEachTest();
  /** Ids of variants, of the plan for tea, and of the product tea. */
  const goods = { beans: 0, beansProduct: 0, tea: 0, greenTea: 0, teaPlan: 0, teaProduct: 0 };
  beforeEach(async () => {
    const { products, groups } = await insertCatalogue(shop.shop.id, {
      products: [
        { id: 71, title: "Beans", variants: [{ price: "14.50", sku: "B" }] },
        { id: 72, title: "Tea", variants: [{ price: "9.99" }, { title: "Green", price: "12.00" }] },
      ],
      groups: [
        {
          productIds: [72],
          plans: [
            { name: "Tea club", discountPercentage: "10", billingInterval: "MONTH", billingIntervalCount: 1 },
          ],
        },
      ],
    });
    const [beans, tea] = products;
    Object.assign(goods, {
      beans: beans?.variantIds[0],
      beansProduct: beans?.id,
      tea: tea?.variantIds[0],
      greenTea: tea?.variantIds[1],
      teaPlan: groups[0]?.planIds[0],
      teaProduct: tea?.id,
    });
  });
  return {
    shop,
    goods,
    /** A contract over tea. */
    insert: (overrides: ContractOverrides = {}) =>
      insertContract(shop.shop.id, {
        lines: [{ title: "Tea", productId: goods.teaProduct, variantId: goods.tea, currentPrice: "9.99" }],
        ...overrides,
      }),
    switchOn: (...enabledActions: PortalAction[]) => saveSettings(shop, { enabledActions }),
  };
}

/** Each line of the answer as text, such as "Tea Green 2 × 10.80". */
export const linesOf = ({ body }: Answer) =>
  body.lines.nodes.map(({ title, variantTitle, quantity, currentPrice }) =>
    [title, variantTitle === "Default" ? null : variantTitle, `${quantity} × ${currentPrice.amount}`]
      .filter(Boolean)
      .join(" "),
  );
/** Fields and codes that a refusal names. */
export const codesOf = ({ body }: Answer) =>
  (body.errors ?? []).map(({ parameter, pointer, code }) => `${parameter ?? pointer} ${code}`).sort();

/** Asserts that the stored amounts follow from the stored lines and discounts. */
export async function requireTrueAmounts(contract: {
  shopId: number;
  id: number;
  subscriptionContractId: number;
}) {
  const state = await findContractState(contract.shopId, contract.subscriptionContractId, NOW);
  if (!state) throw new Error("the contract is gone");
  const { contractAmount, orderAmount } = computeContractAmounts({ ...state.contract, ...state });
  expect(compareMoney(state.contract.contractAmount, contractAmount)).toBe(0);
  expect(compareMoney(state.contract.orderAmount, orderAmount)).toBe(0);
}
