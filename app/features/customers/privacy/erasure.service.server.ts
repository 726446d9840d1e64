import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { isRunning } from "~/features/facts/contract-facts";
import { notFound, ProblemError } from "~/lib/problem";
import { enqueue, hasLiveJob } from "~/queue/enqueue.server";
import type { Queryable } from "~db/client.server";
import type { customers } from "~db/schema/customers";
import { inTransaction } from "~db/transaction.server";
import { eraseRows } from "./erase-rows.repo.server";
import {
  deleteWaitingMessages,
  type Erasure,
  findErasure,
  hasUnfinishedImport,
  insertErasure,
  listOpenErasures,
  listUnsettledOrders,
  lockContracts,
  lockCustomer,
  setErased,
} from "./erasures.repo.server";
import { listOfferedReasons } from "./offered-reasons.service.server";
import { listOwnReasons } from "./own-reasons.repo.server";
import { toPerson } from "./person.repo.server";
import { PERSONAL_TABLES } from "./personal-tables.server";

type Which = { shopId: number; customerId: number };
type CustomerRow = typeof customers.$inferSelect;

const NO_LIMIT = 2_000_000_000;
/** How many contracts and orders a refusal lists. */
const MOST_NAMED = 20;

/**
 * Erases a customer: from now on nothing shows who they are, they cannot sign in, and no messages are sent to them; a
 * job goes through everything stored about them. It cannot be undone. A repeated call returns the progress.
 *
 * @throws ProblemError not_found, the same for another shop's; conflict while they have an active or paused contract,
 *   an order whose payment is unknown, or while an import is unfinished
 */
export async function eraseCustomer(shopId: number, customerId: number, audit: Audit): Promise<Erasure> {
  const which = { shopId, customerId };
  return inTransaction(async (tx) => {
    const customer = await lockCustomer(tx, which);
    if (!customer) throw notFound("There is no such customer in this shop.");
    if (customer.erasedAt === null) await begin(tx, which, customer, audit);
    const erasure = await findErasure(tx, which);
    if (!erasure) throw new Error("an erased customer has no erasure");
    return erasure;
  });
}

async function begin(tx: Queryable, which: Which, customer: CustomerRow, audit: Audit): Promise<void> {
  const { shopId, customerId } = which;
  const { now } = audit;
  await requireOver(tx, which);
  const reasons = await listOwnReasons(tx, which, await listOfferedReasons(tx, shopId));
  const person = await toPerson(tx, customer, { reasons, at: now });
  for (const rule of PERSONAL_TABLES) if (rule.isAtOnce) await eraseRows(tx, rule, person, null, NO_LIMIT);
  await deleteWaitingMessages(tx, which);
  await setErased(tx, which, now);
  await insertErasure(tx, { ...which, knownAs: person.knownAs, createdAt: now });
  await appendActivity(
    tx,
    { shopId, contractId: null, action: "customer.erased", after: { customerId } },
    audit,
  );
  await enqueueErasure(tx, which);
}

async function requireOver(tx: Queryable, which: Which): Promise<void> {
  const running = (await lockContracts(tx, which)).filter(({ status }) => isRunning(status));
  if (running.length > 0) {
    const named = running.slice(0, MOST_NAMED).map(({ id }) => id);
    const more = running.length > named.length ? ` and ${running.length - named.length} more` : "";
    throw new ProblemError(
      "conflict",
      `End the customer's contracts first. Active or paused: ${named.join(", ")}${more}.`,
    );
  }
  const unsettled = await listUnsettledOrders(tx, which);
  if (unsettled.length > 0)
    throw new ProblemError(
      "conflict",
      `Nobody knows yet whether an order is paid (${unsettled.join(", ")}). Try again when that is settled.`,
    );
  if (await hasUnfinishedImport(tx, which.shopId))
    throw new ProblemError("conflict", "An import is not finished. Try again after it.");
}

const toJobKey = ({ shopId, customerId }: Which): string => `erase-customer:${shopId}:${customerId}`;

/** Enqueues the erasure's job, to run from `runAt` on. */
export const enqueueErasure = (tx: Queryable, which: Which, runAt?: Date): Promise<void> =>
  enqueue(
    tx,
    "erase-customer",
    { shopId: which.shopId, customerId: which.customerId },
    { jobKey: toJobKey(which), runAt },
  );

/** For a periodic job: enqueues again the erasures of a shop that have lost their job. */
export const recoverErasures = (shopId: number): Promise<void> =>
  inTransaction(async (tx) => {
    for (const erasure of await listOpenErasures(tx, shopId))
      if (!(await hasLiveJob(tx, toJobKey(erasure)))) await enqueueErasure(tx, erasure);
  });
