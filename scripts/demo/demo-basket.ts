import { multiplyMoney, percentageOf, roundMoney, subtractMoney } from "~/lib/money";
import type { CatalogueRows } from "./demo-catalogue";
import type { DemoDiscount, DemoLine, DemoShop } from "./demo-shop";

/**
 * The lines of a contract: products of its plan's group, at the plan's price; `deliveries` of them are billed together.
 */
export function chooseLines(
  withDeleted: boolean,
  plan: CatalogueRows["planRows"][number],
  deliveries: number,
  { catalogue, random, shopId, currencyCode }: DemoShop,
): DemoLine[] {
  const members = new Set(
    catalogue.memberRows.filter((row) => row.groupId === plan.groupId).map((row) => row.productId),
  );
  const variants = catalogue.variantRows.filter((row) => members.has(row.productId));
  const live = variants.filter((row) => !row.deletedAt);
  const gone = catalogue.variantRows.filter((row) => row.deletedAt);
  const count = random.pick([1, 1, 1, 1, 2, 2, 3]);
  const chosen = random.shuffle(live).slice(0, count);
  if (withDeleted) chosen[0] = random.pick(gone);
  return chosen.map((variant, position) => {
    const product = catalogue.productRows.find((row) => row.id === variant.productId);
    const basePrice = multiplyMoney(variant.price, deliveries);
    const reduction = percentageOf(basePrice, plan.discountPercentage ?? "0");
    return {
      shopId,
      id: random.uuid(),
      position,
      productId: variant.productId,
      variantId: variant.id,
      title: product?.title ?? "",
      variantTitle: variant.title,
      sku: variant.sku,
      quantity: random.pick([1, 1, 1, 1, 1, 2, 2, 3]),
      currentPrice: roundMoney(subtractMoney(basePrice, reduction), currencyCode),
      basePrice,
      sellingPlanId: plan.id,
      sellingPlanName: plan.name,
      taxable: true,
      requiresShipping: true,
      customAttributes: random.chance(0.05) ? [{ key: "Grind", value: "French press" }] : [],
    };
  });
}

/** A discount code for some contracts, used as often as orders were made. */
export function chooseDiscounts(
  lines: DemoLine[],
  ordersMade: number,
  boughtAt: Date,
  { random, shopId }: DemoShop,
): DemoDiscount[] {
  if (!random.chance(0.2)) return [];
  const kind = random.pick(["WELCOME10", "WELCOME10", "FIVEOFF", "TEATIME15"] as const);
  const limit = kind === "WELCOME10" ? 3 : null;
  return [
    {
      shopId,
      id: random.uuid(),
      title: {
        WELCOME10: "Welcome, 10% off",
        FIVEOFF: "5.00 off every order",
        TEATIME15: "Tea time, 15% off",
      }[kind],
      code: kind,
      valueType: kind === "FIVEOFF" ? "FIXED_AMOUNT" : "PERCENTAGE",
      value: { WELCOME10: "10", FIVEOFF: "5.00", TEATIME15: "15" }[kind],
      appliesOnEachItem: false,
      lineIds: kind === "TEATIME15" && lines[0] ? [lines[0].id] : null,
      recurringCycleLimit: limit,
      usageCount: limit === null ? ordersMade : Math.min(limit, ordersMade),
      createdAt: boughtAt,
    },
  ];
}
