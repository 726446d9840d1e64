import type { ActivityAction, Actor } from "~/features/activity/activity";
import type { DemoContract } from "./demo-contracts";
import { addDays, daysBetween } from "./demo-days";
import type { DemoShop } from "./demo-shop";

/** People and keys that have changed the demo shop's contracts. */
export type DemoActors = { owner: Actor; editor: Actor; integration: Actor };

export type DemoActivity = {
  contract: DemoContract;
  actor: Actor;
  action: ActivityAction;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  at: Date;
};

const BILLING: Actor = { type: "system", name: "Billing" };

/** The history of a contract, consistent with its row. */
export function makeHistory(contract: DemoContract, actors: DemoActors, shop: DemoShop): DemoActivity[] {
  const { random, now } = shop;
  const { row, story, boughtAt, endedAt } = contract;
  const customer: Actor = { type: "customer", name: row.customerName };
  const history: DemoActivity[] = [];
  const record = (
    at: Date,
    actor: Actor,
    action: ActivityAction,
    after: DemoActivity["after"],
    before: DemoActivity["before"] = null,
  ) => history.push({ contract, actor, action, before, after, at });
  const sometime = (): Date =>
    addDays(boughtAt, daysBetween(boughtAt, endedAt ?? now) * (random.int(5, 95) / 100));

  record(boughtAt, customer, "contract.created", {
    status: "ACTIVE",
    originOrderName: row.originOrderName,
    orderAmount: row.orderAmount,
  });
  for (const discount of contract.discounts)
    record(boughtAt, customer, "contract.discount_applied", {
      discountCode: discount.code,
      title: discount.title,
    });
  if (random.chance(0.12)) {
    const address = contract.customer.defaultAddress;
    const old = { ...address, address1: "Old Mill Lane 3", address2: null };
    record(
      sometime(),
      customer,
      "contract.address_changed",
      { deliveryAddress: address },
      { deliveryAddress: old },
    );
  }
  const [line] = contract.lines;
  if (line && random.chance(0.12)) {
    const actor = random.pick([actors.editor, customer]);
    const before = { title: line.title, quantity: line.quantity + 1 };
    record(
      sometime(),
      actor,
      "contract.line_changed",
      { title: line.title, quantity: line.quantity },
      before,
    );
  }
  if (row.deliveryPrice === "4.90" && random.chance(0.15))
    record(
      sometime(),
      actors.integration,
      "contract.delivery_price_changed",
      { deliveryPrice: "4.90" },
      { deliveryPrice: "3.90" },
    );
  if (row.orderNote)
    record(sometime(), random.pick([actors.owner, actors.editor]), "contract.note_changed", {
      orderNote: row.orderNote,
    });
  for (const attempt of contract.attempts) {
    const at = attempt.attemptTime ?? addDays(attempt.billingDate, -3);
    if (attempt.status === "SKIPPED" && at < now)
      record(at, customer, "contract.order_skipped", { billingDate: attempt.billingDate.toISOString() });
    if (attempt.status === "FAILURE")
      record(at, BILLING, "contract.payment_failed", {
        lastPaymentStatus: "FAILED",
        reason: attempt.errorMessage,
        attemptCount: attempt.attemptCount,
      });
  }
  if (row.emailBouncedOrFailed)
    record(
      sometime(),
      BILLING,
      "contract.email_bounced",
      { emailBouncedOrFailed: true },
      { emailBouncedOrFailed: false },
    );
  if (story === "failed")
    record(row.updatedAt, BILLING, "contract.failed", { status: "FAILED" }, { status: "ACTIVE" });
  if (endedAt && story === "paused")
    record(
      endedAt,
      random.pick([customer, actors.editor]),
      "contract.paused",
      { status: "PAUSED" },
      { status: "ACTIVE" },
    );
  if (endedAt && story === "pausedBySecurity")
    record(
      endedAt,
      BILLING,
      "contract.paused",
      { status: "PAUSED", pausedBySecurityChallenge: true },
      { status: "ACTIVE", pausedBySecurityChallenge: false },
    );
  if (endedAt && story === "cancelled")
    record(
      endedAt,
      random.pick([customer, customer, actors.owner]),
      "contract.cancelled",
      { status: "CANCELLED", cancellationFeedback: row.cancellationFeedback },
      { status: "ACTIVE" },
    );
  if (endedAt && story === "expired")
    record(endedAt, BILLING, "contract.expired", { status: "EXPIRED" }, { status: "ACTIVE" });
  return history;
}
