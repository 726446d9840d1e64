import DataLoader from "dataloader";
import type postgres from "postgres";
import { client, type Queryable } from "~db/client.server";
import type { DiscountValueType } from "~db/schema/contract-enums";
import type { Attribute, contractLines, contracts } from "~db/schema/contracts";
import type { Address } from "~db/schema/customers";
import { clientOf } from "~db/statement.server";
import { CONTRACTS_OF_CUSTOMER_SQL, RAW_CONTRACT_SQL, RAW_CONTRACTS_SQL } from "./raw-contract-sql";

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
    code: string | null;
    valueType: DiscountValueType;
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
 * @param on the transaction it is read in; without one it is read with others that are asked for at the same time
 */
export async function findRawContractSource(
  shopId: number,
  subscriptionContractId: number,
  owner: number | null,
  on?: Queryable,
): Promise<RawContractSource | null> {
  if (!on) return readerOf(shopId, owner).load(subscriptionContractId);
  return readAlone(clientOf(on), shopId, subscriptionContractId, owner);
}

async function readAlone(
  on: postgres.Sql,
  shopId: number,
  subscriptionContractId: number,
  owner: number | null,
): Promise<RawContractSource | null> {
  const rows = await on.unsafe<RawContractSource[]>(
    RAW_CONTRACT_SQL,
    [shopId, subscriptionContractId, owner],
    { prepare: true },
  );
  return rows[0] ?? null;
}

type Reader = DataLoader<number, RawContractSource | null>;

/** More wait for the next statement: this process works on the rows of one while Postgres works on another. */
const MOST_TOGETHER = 5;

const collecting = new Map<string, Reader>();

/**
 * Collects contracts of one shop and owner that are asked for in one turn of the event loop, to read them by one
 * statement. Under load that saves most of the writes to Postgres, each of which wakes one of its processes
 * (docs/decisions/133-contracts-read-together.md).
 */
function readerOf(shopId: number, owner: number | null): Reader {
  const key = `${shopId} ${owner}`;
  let reader = collecting.get(key);
  if (!reader) {
    reader = new DataLoader((ids) => readTogether(shopId, ids, owner), {
      cache: false,
      maxBatchSize: MOST_TOGETHER,
      // Runs when all requests that had come in have asked. A reader is not used again: it would keep what it read.
      batchScheduleFn: (send) =>
        setImmediate(() => {
          collecting.delete(key);
          send();
        }),
    });
    collecting.set(key, reader);
  }
  return reader;
}

async function readTogether(
  shopId: number,
  ids: readonly number[],
  owner: number | null,
): Promise<(RawContractSource | null)[]> {
  const [first] = ids;
  if (first !== undefined && ids.length === 1) return [await readAlone(client, shopId, first, owner)];
  const rows = await client.unsafe<RawContractSource[]>(
    RAW_CONTRACTS_SQL,
    [shopId, `{${ids.join(",")}}`, owner],
    {
      prepare: true,
    },
  );
  const byId = new Map(rows.map((row) => [row.subscriptionContractId, row]));
  return ids.map((id) => byId.get(id) ?? null);
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
