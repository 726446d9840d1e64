import type { billingAttempts } from "~db/schema/billing";
import type { contractDiscounts, contractLines } from "~db/schema/contracts";
import type { CatalogueRows } from "./demo-catalogue";
import type { Random } from "./random";

export type DemoShop = {
  shopId: number;
  timeZone: string;
  currencyCode: string;
  catalogue: CatalogueRows;
  now: Date;
  random: Random;
};

// The contract's id is set once its row is inserted.
type Insert<T extends { $inferInsert: object }> = Omit<T["$inferInsert"], "contractId">;
export type DemoAttempt = Insert<typeof billingAttempts>;
export type DemoLine = Insert<typeof contractLines> & { quantity: number; currentPrice: string };
export type DemoDiscount = Insert<typeof contractDiscounts> & {
  lineIds: string[] | null;
  appliesOnEachItem: boolean;
  recurringCycleLimit: number | null;
  usageCount: number;
};
