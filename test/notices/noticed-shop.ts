import { afterAll, beforeAll, beforeEach } from "vitest";
import { appendEvents, type NewEvent } from "~/features/events/events.repo.server";
import { saveNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import type { NoticeKind } from "~/features/notice-settings/rules/notice-kinds";
import { passOnEvents } from "~/features/notices/notices.service.server";
import { env } from "~/lib/env.server";
import { db } from "~db/client.server";
import { inTransaction } from "~db/transaction.server";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  NOW,
  type TestShop,
} from "../support/data/factories";
import { runJobs } from "../support/processes/jobs";
import { startMailServer } from "../support/processes/mail-server";
import { resetDatabase } from "../support/setup/database";

/** Receives the shop's messages. */
export let server: Awaited<ReturnType<typeof startMailServer>>;
/** A new one for each test. */
export let shop: TestShop;

/** Call it at the top of a file. A process loads this module once for many files: hooks belong to the calling file. */
export function prepareNoticedShop(): void {
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => {
    env.SMTP_URL = undefined;
    return server.stop();
  });
  beforeEach(async () => {
    await resetDatabase();
    server.mails.length = 0;
    env.SMTP_URL = server.url;
    shop = await createTestShop({ name: "Bean & Leaf" });
  });
}

export type Contract = Awaited<ReturnType<typeof insertContract>>;

/** The shop sends these by mail. */
export const turnOn = (...mailKinds: NoticeKind[]) =>
  saveNoticeSettings(db, shop.id, { mailKinds, smsKinds: [], upcomingDays: 3 }, NOW);

/** The shop sends these as text messages, and no mails. */
export const turnOnTexts = (...smsKinds: NoticeKind[]) =>
  saveNoticeSettings(db, shop.id, { mailKinds: [], smsKinds, upcomingDays: 3 }, NOW);

/** Of a customer with a name, an address and a card. */
export async function addContract(
  overrides: Parameters<typeof insertContract>[1] = {},
  customer: Parameters<typeof insertCustomer>[1] = {
    firstName: "Ada <b>",
    lastName: "Lovelace",
    email: "ada@example.com",
  },
): Promise<Contract> {
  const { id: customerId } = await insertCustomer(shop.id, customer);
  const paymentMethodId = await insertPaymentMethod(shop.id, customerId);
  return insertContract(shop.id, { customerId, paymentMethodId, ...overrides });
}

let version = 100;
/** Records the events of a change of a contract, in one transaction. */
export const recordEvents = (contract: Contract, ...types: NewEvent["type"][]) => {
  version += 1;
  return inTransaction((tx) =>
    appendEvents(
      tx,
      types.map((type) => ({
        shopId: shop.id,
        type: type as "updated",
        contractId: contract.id,
        contractVersion: version,
        changedFields: type === "updated" ? ["deliveryAddress"] : ["status"],
        createdAt: NOW,
      })),
    ),
  );
};

/** Passes on the recorded events, and runs the jobs. @returns the tasks that ran */
export async function work(): Promise<string[]> {
  while (await passOnEvents(shop.id, NOW));
  return runJobs();
}
