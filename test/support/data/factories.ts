import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { toCustomerName } from "~/access/customer-name";
import type { StaffRole } from "~/access/principal";
import { insertSession } from "~/access/sessions.repo.server";
import type { Audit } from "~/features/activity/activity";
import { createKey } from "~/features/api-keys/api-keys.service.server";
import { computeContractAmounts } from "~/features/contracts/amounts";
import { mayHaveNextOrder } from "~/features/contracts/change/contract-transitions";
import { addShop } from "~/features/shops/shops.service.server";
import { hashPassword } from "~/features/staff/password";
import { insertStaffAccount, setStaffRole } from "~/features/staff/staff.repo.server";
import { hashSessionToken, newSessionToken } from "~/http/callers/session-cookie.server";
import { DAY_MS } from "~/lib/days";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractCounts, contractDiscounts, contractLines, contracts } from "~db/schema/contracts";
import { customers, paymentMethods } from "~db/schema/customers";
import { inTransaction } from "~db/transaction.server";

/** The default present in tests. */
export const NOW = new Date("2026-03-02T12:00:00.000Z");
export const PASSWORD = "correct horse battery";

export const testAudit = (now: Date = NOW): Audit<Date> => ({
  actor: { type: "system", name: "test" },
  requestId: "test-request",
  now,
});

// Playwright starts a new worker after a failure, on the same database; vitest has one database per worker.
let sequence = Number(process.env.TEST_WORKER_INDEX ?? 0) * 100_000;
/** A number that no other row of this run has. */
export const nextNumber = (): number => ++sequence;

export type TestShop = Awaited<ReturnType<typeof createTestShop>>;

/** Computed once per process, by the app's own function: most tests create a shop, and a good hash takes long. */
let hashOfPassword: Promise<string> | undefined;

/** A shop with owner and keys of both scopes. Its domain is `<label>.mystore.example`. */
export async function createTestShop(
  overrides: {
    label?: string;
    name?: string;
    publicDomain?: string | null;
    timeZone?: string;
    currencyCode?: string;
    gateway?: "none" | "test";
    now?: Date;
  } = {},
) {
  const number = nextNumber();
  const input = {
    storeDomain: `${overrides.label ?? `shop-${number}`}.mystore.example`,
    name: overrides.name ?? `Shop ${number}`,
    publicDomain: overrides.publicDomain ?? null,
    timeZone: overrides.timeZone ?? "UTC",
    currencyCode: overrides.currencyCode ?? "USD",
    gateway: overrides.gateway ?? "none",
    owner: { email: `owner-${number}@example.com`, name: `Owner ${number}`, password: PASSWORD },
  };
  hashOfPassword ??= hashPassword(PASSWORD);
  const passwordHash = await hashOfPassword;
  const created = await inTransaction((tx) => addShop(tx, input, passwordHash, testAudit(overrides.now)));
  const readKey = await createKey(
    created.shop.id,
    { name: "Read key", scope: "read" },
    testAudit(overrides.now),
  );
  return {
    id: created.shop.id,
    shop: created.shop,
    staff: created.staff,
    writeKey: created.apiKey,
    readKey: readKey.key,
  };
}

/** Another staff member of the shop. The password is never used: sign in with `signIn`. */
export async function insertStaff(shopId: number, role: StaffRole) {
  const number = nextNumber();
  const account = await insertStaffAccount(db, {
    email: `${role}-${number}@example.com`,
    name: `${role} ${number}`,
    passwordHash: "no password fits",
    createdAt: NOW,
  });
  if (!account) throw new Error("the e-mail of a test account is taken");
  await setStaffRole(db, { shopId, staffId: account.id, role });
  return account;
}

/** A session of a staff member, valid by the real clock, which requests use. @returns the Cookie header */
export async function signIn(shopId: number, staffId: number): Promise<string> {
  const token = newSessionToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + 3_600_000);
  await insertSession(db, { tokenHash: hashSessionToken(token), staffId, shopId, createdAt, expiresAt });
  return `perennial_session=${token}`;
}

export type Row<T extends { $inferInsert: object }> = Partial<T["$inferInsert"]>;

export async function insertCustomer(shopId: number, overrides: Row<typeof customers> = {}) {
  const id = overrides.id ?? 6_000_000 + nextNumber();
  const rows = await db
    .insert(customers)
    .values({
      firstName: "Ada",
      lastName: "Lovelace",
      email: `customer-${id}@example.com`,
      tags: [],
      createdAt: NOW,
      updatedAt: NOW,
      ...overrides,
      shopId,
      id,
    })
    .returning();
  return requireRow(rows[0]);
}

export async function insertPaymentMethod(
  shopId: number,
  customerId: number,
  overrides: Row<typeof paymentMethods> = {},
): Promise<string> {
  const id = overrides.id ?? `pm-${nextNumber()}`;
  await db.insert(paymentMethods).values({ ...overrides, shopId, customerId, id });
  return id;
}

export type ContractOverrides = Row<typeof contracts> & {
  lines?: Row<typeof contractLines>[];
  discounts?: Row<typeof contractDiscounts>[];
  attempts?: Row<typeof billingAttempts>[];
};

/**
 * A contract as the product itself would write it: derived columns (customer's name and e-mail, amounts) agree with
 * customer, lines and discounts unless given, and the counters include it. Without `customerId` a customer is created;
 * without `lines` one line of 10.00. A line's `variantId` and `productId` need not exist (as when they are deleted).
 */
export async function insertContract(shopId: number, overrides: ContractOverrides = {}) {
  const { lines: lineRows, discounts: discountRows, attempts: attemptRows, ...columns } = overrides;
  const customer =
    columns.customerId === undefined
      ? await insertCustomer(shopId)
      : await getCustomer(shopId, columns.customerId);
  const lines = (lineRows ?? [{}]).map((line, position) => ({
    position,
    title: `Line ${position + 1}`,
    quantity: 1,
    currentPrice: "10.00",
    taxable: true,
    requiresShipping: true,
    customAttributes: [],
    ...line,
    id: line.id ?? randomUUID(),
  }));
  const discounts = (discountRows ?? []).map((discount) => ({
    title: "Discount",
    valueType: "PERCENTAGE" as const,
    value: "10",
    lineIds: null,
    appliesOnEachItem: false,
    recurringCycleLimit: null,
    usageCount: 0,
    createdAt: NOW,
    ...discount,
    id: discount.id ?? randomUUID(),
  }));
  const currencyCode = columns.currencyCode ?? "USD";
  const deliveryPrice = columns.deliveryPrice ?? "0";
  const amounts = computeContractAmounts({ currencyCode, deliveryPrice, lines, discounts });
  const billingInterval = columns.billingInterval ?? "MONTH";
  const billingIntervalCount = columns.billingIntervalCount ?? 1;
  const date = columns.nextBillingDate === undefined ? addDays(NOW, 30) : columns.nextBillingDate;
  // As in the app, a cancelled or failed contract keeps the date only to count from when it is reactivated.
  const nextBillingDate = mayHaveNextOrder(columns.status ?? "ACTIVE") ? date : null;
  return db.transaction(async (tx) => {
    const rows = await tx
      .insert(contracts)
      .values({
        status: "ACTIVE",
        customerName: toCustomerName(customer),
        customerEmail: customer.email ?? "",
        billingAnchors: [],
        deliveryInterval: billingInterval,
        deliveryIntervalCount: billingIntervalCount,
        createdAt: NOW,
        updatedAt: columns.createdAt ?? NOW,
        scheduleAnchor: date,
        deliveryMethodType: "SHIPPING",
        allowDeliveryPriceOverride: true,
        contractAmount: amounts.contractAmount,
        orderAmount: amounts.orderAmount,
        autoCharge: true,
        orderNoteAttributes: [],
        ...columns,
        shopId,
        customerId: customer.id,
        currencyCode,
        deliveryPrice,
        billingInterval,
        billingIntervalCount,
        nextBillingDate,
      })
      .returning();
    const contract = requireRow(rows[0]);
    const contractId = contract.id;
    if (lines.length > 0)
      await tx.insert(contractLines).values(lines.map((line) => ({ ...line, shopId, contractId })));
    if (discounts.length > 0)
      await tx.insert(contractDiscounts).values(discounts.map((row) => ({ ...row, shopId, contractId })));
    const attempts = (attemptRows ?? []).map((attempt) => ({
      status: "QUEUED" as const,
      billingDate: addDays(NOW, nextNumber()),
      createdAt: NOW,
      idempotencyKey: randomUUID(),
      ...attempt,
      shopId,
      contractId,
    }));
    if (attempts.length > 0) await tx.insert(billingAttempts).values(attempts);
    await tx.insert(contractCounts).values({
      shopId,
      status: contract.status,
      billingInterval: contract.billingInterval,
      billingIntervalCount: contract.billingIntervalCount,
      planType: contract.planType,
      delta: 1,
    });
    return { ...contract, lines };
  });
}

const addDays = (instant: Date, days: number): Date => new Date(instant.getTime() + days * DAY_MS);

async function getCustomer(shopId: number, id: number) {
  const rows = await db
    .select()
    .from(customers)
    .where(and(eq(customers.shopId, shopId), eq(customers.id, id)));
  return requireRow(rows[0]);
}

function requireRow<T>(row: T | undefined): T {
  if (row === undefined) throw new Error("a row that a factory needs is not there");
  return row;
}
