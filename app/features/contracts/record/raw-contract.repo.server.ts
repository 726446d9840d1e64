import { CONTRACTS_OF_CUSTOMER_SQL, RAW_CONTRACT_SQL } from "~/features/contracts/record/raw-contract-sql";
import { client, db, type Queryable } from "~db/client.server";
import type { Attribute, contractLines, contracts } from "~db/schema/contracts";
import type { Address } from "~db/schema/customers";
import { clientOf } from "~db/statement.server";

type Columns = typeof contracts.$inferSelect;
type LineColumns = typeof contractLines.$inferSelect;

/** Data of the raw contract. Instants are texts, ISO 8601 UTC to the second; amounts are decimal texts. */
export type RawContractSource = Pick<
  Columns,
  | "subscriptionContractId"
  | "version"
  | "status"
  | "lastPaymentStatus"
  | "currencyCode"
  | "deliveryPrice"
  | "billingInterval"
  | "billingIntervalCount"
  | "billingAnchors"
  | "deliveryInterval"
  | "deliveryIntervalCount"
  | "minCycles"
  | "maxCycles"
  | "deliveryMethodType"
  | "originOrderId"
  | "originOrderName"
  | "customerId"
  | "customerName"
  | "paymentMethodId"
> & {
  createdAt: string;
  updatedAt: string;
  nextBillingDate: string | null;
  deliveryAddress: Address | null;
  note: string | null;
  attributes: Attribute[];
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  instrumentType: string | null;
  brand: string | null;
  lastDigits: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  holderName: string | null;
  revokedAt: string | null;
  lines: (Pick<
    LineColumns,
    | "id"
    | "productId"
    | "variantId"
    | "title"
    | "variantTitle"
    | "sku"
    | "quantity"
    | "currentPrice"
    | "basePrice"
    | "laterPrice"
    | "laterAfterCycle"
    | "sellingPlanId"
    | "sellingPlanName"
    | "taxable"
    | "customAttributes"
    | "skippedNextOrder"
  > & { image: string | null })[];
  discounts: {
    id: string;
    title: string;
    valueType: "PERCENTAGE" | "FIXED_AMOUNT";
    value: string;
    lineIds: string[] | null;
    appliesOnEachItem: boolean;
    recurringCycleLimit: number | null;
    usageCount: number;
  }[];
  attempts: { id: number; idempotencyKey: string; createdAt: string; completedAt: string | null }[];
};

/**
 * A whole contract in one statement, by the wire's contract id.
 *
 * @param owner the customer it must belong to; null = any customer
 */
export async function findRawContractSource(
  shopId: number,
  subscriptionContractId: number,
  owner: number | null,
  on: Queryable = db,
): Promise<RawContractSource | null> {
  const rows = await clientOf(on).unsafe<RawContractSource[]>(
    RAW_CONTRACT_SQL,
    [shopId, subscriptionContractId, owner],
    { prepare: true },
  );
  return rows[0] ?? null;
}

/** A contract in the list of its customer. @field keys of its position: creation time and our id */
export type PlacedContract = RawContractSource & { keys: [string, string] };

/** The customer's contracts, newest first, after the one with these keys. @param size at most this many */
export const listRawContractSources = (
  shopId: number,
  customerId: number,
  after: readonly string[] | null,
  size: number,
): Promise<PlacedContract[]> =>
  client.unsafe<PlacedContract[]>(CONTRACTS_OF_CUSTOMER_SQL, [
    shopId,
    customerId,
    after?.[0] ?? null,
    after?.[1] ?? null,
    size,
  ]);
