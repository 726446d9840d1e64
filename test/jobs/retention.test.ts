import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { handleWebhook } from "~/features/billing/gateway-webhooks/gateway-webhooks.service.server";
import { listZones } from "~/features/insights/facts/recount.repo.server";
import { KEPT_DAYS, KEPT_NAMES, type KeptDays } from "~/features/retention/kept-days";
import { saveKeptDays } from "~/features/retention/retention.repo.server";
import { deleteOld } from "~/jobs/retention/delete-old.repo.server";
import { KEPT_KINDS, type KeptKind, toKeptDays } from "~/jobs/retention/kept-kinds.server";
import { tasks } from "~/jobs/tasks/tasks.server";
import { DAY_MS } from "~/lib/days";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { isRow } from "~db/rows.server";
import { activity } from "~db/schema/activity";
import { methodUpdates, portalReturns } from "~db/schema/hosted-pages";
import { importErrors, imports } from "~db/schema/imports";
import { mails } from "~db/schema/mails";
import { notices } from "~db/schema/notices";
import { portalTokens } from "~db/schema/portal-access";
import { staffInvitations } from "~db/schema/shops";
import { gatewayWebhooks } from "~db/schema/stripe";
import { textMessages } from "~db/schema/text-messages";
import { undos } from "~db/schema/undos";
import { inTransaction } from "~db/transaction.server";
import { setShopClock } from "../support/data/days";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
  nextNumber,
  type TestShop,
} from "../support/data/factories";

type Owner = { shopId: number; customerId: number };
/** @param shopAt when, by the shop's clock, if its rows are dated by that */
type Insert = (owner: Owner, at: Date, shopAt?: Date) => Promise<unknown>;

const STAFF = { actorType: "staff", actorName: "Grace" } as const;
const SENT = (finishedAt: Date, createdAt = finishedAt) =>
  ({ kind: "notice", status: "SENT", createdAt, finishedAt }) as const;
const QUEUED = (createdAt: Date) => ({ kind: "notice", status: "QUEUED", createdAt }) as const;
type Sending = ReturnType<typeof SENT> | ReturnType<typeof QUEUED>;
const insertMail = ({ shopId }: Owner, sending: Sending) =>
  db.insert(mails).values({ shopId, ...sending, recipient: "a@example.com", subject: "s" });
const insertText = ({ shopId }: Owner, sending: Sending) =>
  db.insert(textMessages).values({ shopId, ...sending, recipient: "+4930901820", text: "t", segments: 1 });
const insertEntry = (
  { shopId }: Owner,
  recordedAt: Date,
  entry: { createdAt?: Date; contractId?: number; before?: { timeZone: string } } = {},
) =>
  db.insert(activity).values({
    shopId,
    ...STAFF,
    contractId: null,
    action: "shop.changed",
    createdAt: recordedAt,
    ...entry,
    recordedAt,
  });
const insertImportError = async ({ shopId }: Owner, at: Date, isFinished = true) => {
  const [row] = await db
    .insert(imports)
    .values({
      shopId,
      status: isFinished ? "FAILED" : "RUNNING",
      isFullCatalogue: false,
      ...STAFF,
      createdAt: at,
      finishedAt: isFinished ? at : null,
    })
    .returning();
  if (!row) throw new Error("no import");
  const error = { shopId, importId: row.id, severity: "ERROR", file: "CUSTOMERS", reason: "r" } as const;
  await db.insert(importErrors).values([error, error]);
};

const insertGatewayWebhook = ({ shopId }: Owner, at: Date, handledAt: Date | null = at) =>
  db
    .insert(gatewayWebhooks)
    .values({ shopId, gateway: "stripe", eventId: randomUUID(), body: "{}", receivedAt: at, handledAt });

const insertInvitation = ({ shopId }: Owner, expiresAt: Date) =>
  db.insert(staffInvitations).values({
    shopId,
    email: `invited-${nextNumber()}@example.com`,
    role: "viewer",
    tokenHash: randomUUID(),
    invitedBy: "Grace",
    createdAt: expiresAt,
    expiresAt,
  });

/** One row of each kind that ended at an instant. */
const CASES: Record<string, Insert> = {
  "Portal links": ({ shopId, customerId }, at) =>
    db.insert(portalTokens).values({
      shopId,
      id: randomUUID(),
      kind: "LINK",
      customerId,
      issuedByType: "staff",
      issuedByName: "Grace",
      createdAt: at,
      expiresAt: at,
      isSingleUse: false,
    }),
  "Invitations to the staff": (owner, at) => insertInvitation(owner, at),
  "Ways back from a gateway's page": ({ shopId, customerId }, at) =>
    db.insert(portalReturns).values({
      shopId,
      codeHash: randomUUID(),
      customerId,
      contractId: 1,
      attemptId: 1,
      createdAt: at,
      expiresAt: at,
    }),
  "Changes of a payment method": ({ shopId, customerId }, at) =>
    db.insert(methodUpdates).values({
      shopId,
      id: randomUUID(),
      customerId,
      contractIds: [1],
      gateway: "test",
      state: "DONE",
      createdAt: at,
    }),
  Mails: (owner, at, shopAt) => insertMail(owner, SENT(at, shopAt)),
  "Text messages": (owner, at, shopAt) => insertText(owner, SENT(at, shopAt)),
  "Audit log": (owner, at, shopAt) => insertEntry(owner, at, { createdAt: shopAt ?? at }),
  Notices: ({ shopId, customerId }, at, shopAt = at) =>
    db.insert(notices).values({
      shopId,
      kind: "portal_link",
      channel: "MAIL",
      state: "MADE",
      cause: `cause ${nextNumber()}`,
      customerId,
      createdAt: shopAt,
      recordedAt: at,
    }),
  "Rows of a file that an import could not read": (owner, at) => insertImportError(owner, at),
  "A gateway's webhooks": (owner, at) => insertGatewayWebhook(owner, at),
  "Contracts before their last edit": async ({ shopId }, at) => {
    const { id } = await insertContract(shopId);
    await db
      .insert(undos)
      .values({ shopId, contractId: id, version: 1, action: "contract.paused", content: {}, createdAt: at });
  },
};

let shop: TestShop;
let owner: Owner;
let other: Owner;
const toOwner = async ({ id }: TestShop): Promise<Owner> => ({
  shopId: id,
  customerId: (await insertCustomer(id)).id,
});
beforeAll(async () => {
  shop = await createTestShop();
  owner = await toOwner(shop);
  other = await toOwner(await createTestShop());
});

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const NOTHING_DECIDED = Object.fromEntries(KEPT_NAMES.map((name) => [name, null])) as KeptDays;
/** What is usually kept for ever is not in these tests. */
const FOR_A_YEAR: KeptDays = { ...NOTHING_DECIDED, auditLog: 365 };
const keptDays = (kind: KeptKind) => toKeptDays(kind, FOR_A_YEAR) ?? Number.NaN;
const signal = new AbortController().signal;
const countRows = (shopId: number, { table }: Pick<KeptKind, "table">) =>
  db.$count(table, eq(table.shopId, shopId));
const requireKind = (name: string): KeptKind => {
  const kind = KEPT_KINDS[name];
  if (!kind) throw new Error(`no such kind: ${name}`);
  return kind;
};
/** A new data folder, and the daily job run on it. */
const prepare = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "perennial-kept-"));
  const before = process.env.DATA_DIR;
  process.env.DATA_DIR = folder;
  onTestFinished(() => {
    if (before === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = before;
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    purge: () => tasks["delete-old-portal-rows"]({}, { clock: () => NOW, signal }),
  };
};

describe("data that is kept for some days only", () => {
  beforeEach(async () => {
    for (const { shopId } of [owner, other])
      for (const { table } of Object.values(KEPT_KINDS))
        await db.delete(table).where(eq(table.shopId, shopId));
    for (const { shopId } of [owner, other]) await saveKeptDays(db, shopId, FOR_A_YEAR, NOW);
  });

  const byRealClock = Object.entries(KEPT_KINDS).filter(([, { isByShopClock }]) => !isByShopClock);
  test.each(
    byRealClock.flatMap(([name, kind]) => [
      { name, kind, where: "years behind", dated: daysAgo(5000) },
      { name, kind, where: "years ahead", dated: daysAgo(-5000) },
    ]),
  )("$name: the real clock counts, though the shop's own is $where", async ({ name, kind, dated }) => {
    const { purge } = prepare();
    await CASES[name]?.(owner, daysAgo(keptDays(kind) - 1), dated);
    const young = await countRows(owner.shopId, kind);
    expect(young).toBeGreaterThan(0);
    await purge();
    expect(await countRows(owner.shopId, kind)).toBe(young);
    await CASES[name]?.(owner, daysAgo(keptDays(kind) + 1), dated);
    await purge();
    expect(await countRows(owner.shopId, kind)).toBe(young);
  });

  test("the audit log is kept for ever until the shop decides; the history of contracts and of time zones always", async () => {
    await saveKeptDays(db, owner.shopId, NOTHING_DECIDED, NOW);
    await insertEntry(owner, daysAgo(9000));
    await insertEntry(owner, daysAgo(9000), { contractId: 1 });
    await insertEntry(owner, daysAgo(9000), { before: { timeZone: "Europe/Berlin" } });
    const { purge } = prepare();
    await purge();
    expect(await countRows(owner.shopId, { table: activity })).toBe(3);
    await saveKeptDays(db, owner.shopId, FOR_A_YEAR, NOW);
    await purge();
    const left = await db
      .select()
      .from(activity)
      .where(eq(activity.shopId, owner.shopId))
      .orderBy(activity.id);
    expect(left).toHaveLength(2);
    expect(left).toMatchObject([{ contractId: 1 }, { before: { timeZone: "Europe/Berlin" } }]);
  });

  test("an old entry of a time zone says what recounts read, and not who changed it or what else they did", async () => {
    const zones = { before: { timeZone: "Europe/Berlin" }, after: { timeZone: "UTC" } };
    const changed = (at: Date) =>
      db.insert(activity).values({
        shopId: owner.shopId,
        ...STAFF,
        action: "shop.settings_changed",
        before: { ...zones.before, name: "Grace's beans" },
        after: { ...zones.after, name: "Beans" },
        requestId: "r-1",
        address: "192.0.2.7",
        createdAt: at,
        recordedAt: at,
      });
    await changed(daysAgo(366));
    await changed(daysAgo(364));
    const before = await listZones(db, owner.shopId, "UTC");
    const { purge } = prepare();
    await purge();
    await purge();
    const left = await db
      .select()
      .from(activity)
      .where(eq(activity.shopId, owner.shopId))
      .orderBy(activity.id);
    expect(left).toMatchObject([
      { actorType: "staff", actorName: "Not kept", address: null, requestId: null, ...zones },
      { actorName: "Grace", address: "192.0.2.7", requestId: "r-1" },
    ]);
    expect(left[0]?.before).toEqual(zones.before);
    expect(left[0]?.after).toEqual(zones.after);
    expect(await listZones(db, owner.shopId, "UTC")).toEqual(before);
  });

  test("what is written gets its real time from the database, whatever the shop's clock says", async () => {
    const asked = Date.now();
    const dated = daysAgo(5000);
    const audit = { actor: { type: "staff", name: "Grace" }, requestId: null, now: dated } as const;
    await appendActivity(db, { shopId: owner.shopId, contractId: null, action: "shop.changed" }, audit);
    const [entry] = await db.select().from(activity).where(eq(activity.shopId, owner.shopId));
    expect(entry?.createdAt).toEqual(dated);
    expect(+(entry?.recordedAt ?? 0)).toBeGreaterThan(asked - DAY_MS);
  });

  test("old rows of a busy shop are found by an index", async () => {
    await db.execute(sql`
      insert into activity (shop_id, actor_type, actor_name, action, created_at, recorded_at)
      select s, 'staff', 'Grace', 'shop.changed', ${NOW.toISOString()}::timestamptz, ${NOW.toISOString()}::timestamptz
      from unnest(array[${owner.shopId}, ${other.shopId}]::bigint[]) s cross join generate_series(1, 3000)`);
    await db.execute(sql`analyze activity`);
    const isOld = requireKind("Audit log").isOld(
      sql`${daysAgo(365).toISOString()}::timestamptz`,
      sql`${owner.shopId}::bigint`,
    );
    const plan = await db.execute(sql`
      explain select id from activity where shop_id = ${owner.shopId}::bigint and ${isOld} limit 2000`);
    const text = JSON.stringify(plan);
    expect(text).toContain("activity_audit_idx");
    expect(text).toMatch(/Index Cond: [^"]*COALESCE/);
  });

  test.each(Object.entries(KEPT_KINDS))("%s: an old one goes, a young one stays", async (name, kind) => {
    const insert = CASES[name];
    if (!insert) throw new Error(`no case for ${name}`);
    const { purge } = prepare();
    await insert(owner, daysAgo(keptDays(kind) - 1));
    const young = await countRows(owner.shopId, kind);
    await purge();
    expect(await countRows(owner.shopId, kind)).toBe(young);
    await insert(owner, daysAgo(keptDays(kind) + 1));
    await purge();
    expect(await countRows(owner.shopId, kind)).toBe(young);
  });

  test("an edit that can still be undone by the clock of its shop, which is behind, can be undone after the daily job", async () => {
    const behind = await toOwner(await createTestShop({ gateway: "test" }));
    const hours = (count: number) => new Date(NOW.getTime() - count * 3_600_000);
    await setShopClock(behind.shopId, hours(20));
    const kind = requireKind("Contracts before their last edit");
    await CASES["Contracts before their last edit"]?.(behind, hours(30));
    await prepare().purge();
    expect(await countRows(behind.shopId, kind)).toBe(1);
  });

  test.each(Object.entries(KEPT_KINDS))("%s of another shop stay", async (name, kind) => {
    await CASES[name]?.(other, daysAgo(keptDays(kind) + 1));
    const before = await countRows(other.shopId, kind);
    expect(before).toBeGreaterThan(0);
    await deleteOld(owner.shopId, kind, daysAgo(keptDays(kind)), signal);
    expect(await countRows(other.shopId, kind)).toBe(before);
  });

  test.each(Object.entries(KEPT_KINDS).filter(([, { days }]) => typeof days !== "number"))(
    "%s: a shop that decides on fewer or more days has them kept so long, another shop as usual",
    async (name, kind) => {
      const insert = CASES[name];
      if (!insert || typeof kind.days === "number") throw new Error(`no case for ${name}`);
      const { purge } = prepare();
      const { decidedAs } = kind.days;
      const counts = () => Promise.all([owner, other].map(({ shopId }) => countRows(shopId, kind)));
      const decide = (days: number) =>
        saveKeptDays(db, owner.shopId, { ...FOR_A_YEAR, [decidedAs]: days }, NOW);
      const { least, most } = KEPT_DAYS[decidedAs];
      for (const each of [owner, other]) await insert(each, daysAgo(least + 1));
      const [own = 0, others = 0] = await counts();
      await decide(least);
      await purge();
      expect(await counts()).toEqual([0, others]);
      for (const each of [owner, other]) await insert(each, daysAgo(keptDays(kind) + 1));
      await decide(most);
      await purge();
      expect(await counts()).toEqual([own, others]);
    },
  );

  test("queued mails and text messages, unhandled webhooks and errors of a running import are kept, however old", async () => {
    await insertMail(owner, QUEUED(daysAgo(400)));
    await insertText(owner, QUEUED(daysAgo(400)));
    await insertImportError(owner, daysAgo(400), false);
    await insertGatewayWebhook(owner, daysAgo(400), null);
    const { purge } = prepare();
    await purge();
    expect([
      await countRows(owner.shopId, { table: mails }),
      await countRows(owner.shopId, { table: textMessages }),
      await countRows(owner.shopId, { table: importErrors }),
      await countRows(owner.shopId, { table: gatewayWebhooks }),
    ]).toEqual([1, 1, 2, 1]);
    await db.delete(imports).where(eq(imports.shopId, owner.shopId));
  });

  test("a webhook that is handled takes no other with it: unhandled ones stay, old ones are left to the daily job", async () => {
    await insertGatewayWebhook(owner, daysAgo(400), null);
    await insertGatewayWebhook(owner, daysAgo(31));
    const which = { shopId: owner.shopId, gateway: "stripe", eventId: "new" } as const;
    await db.insert(gatewayWebhooks).values({ ...which, body: "{}", receivedAt: NOW, handledAt: null });
    await handleWebhook(which, NOW);
    const handled = isRow(gatewayWebhooks, { ...which, handledAt: NOW });
    expect(await db.$count(gatewayWebhooks, handled)).toBe(1);
    expect(await countRows(owner.shopId, { table: gatewayWebhooks })).toBe(3);
    await prepare().purge();
    expect(await countRows(owner.shopId, { table: gatewayWebhooks })).toBe(2);
  });

  test("the address of somebody who was invited and never joined is not kept; an open invitation is", async () => {
    await db.delete(staffInvitations).where(eq(staffInvitations.shopId, owner.shopId));
    await insertInvitation(owner, daysAgo(31));
    await insertInvitation(owner, daysAgo(-1));
    await prepare().purge();
    const left = await db.select().from(staffInvitations).where(eq(staffInvitations.shopId, owner.shopId));
    expect(left).toMatchObject([{ expiresAt: daysAgo(-1) }]);
  });

  test("more than one batch goes in one run", async () => {
    const row = { shopId: owner.shopId, ...SENT(daysAgo(91)), recipient: "a@example.com", subject: "s" };
    const many = Array.from({ length: 2001 }, () => row);
    await db.insert(mails).values(many);
    await deleteOld(owner.shopId, requireKind("Mails"), daysAgo(90), signal);
    expect(await countRows(owner.shopId, { table: mails })).toBe(0);
  });

  test("a row that somebody holds is passed over, not waited for", async () => {
    await insertMail(owner, SENT(daysAgo(100)));
    await insertMail(owner, SENT(daysAgo(100)));
    await inTransaction(async (tx) => {
      await tx.select().from(mails).where(eq(mails.shopId, owner.shopId)).limit(1).for("update");
      await deleteOld(owner.shopId, requireKind("Mails"), daysAgo(90), signal);
    });
    expect(await countRows(owner.shopId, { table: mails })).toBe(1);
  });

  test("a worker that has to end stops before the next batch", async () => {
    await insertMail(owner, SENT(daysAgo(100)));
    await expect(
      deleteOld(owner.shopId, requireKind("Mails"), daysAgo(90), AbortSignal.abort()),
    ).rejects.toThrow();
    expect(await countRows(owner.shopId, { table: mails })).toBe(1);
  });

  test.each(["mails", "text-messages"])(
    "development %s in the data folder go after seven days",
    async (name) => {
      const { folder, purge } = prepare();
      mkdirSync(path.join(folder, name));
      for (const days of [6, 8]) {
        const file = path.join(folder, name, `${days}`);
        writeFileSync(file, "a link that lets its reader in");
        utimesSync(file, daysAgo(days), daysAgo(days));
      }
      await purge();
      expect(readdirSync(path.join(folder, name))).toEqual(["6"]);
    },
  );
});

test("jobs that were given up are kept for thirty days for the operator; jobs that are tried again stay", async () => {
  const days = { gone: 31, kept: 29, waits: 31 };
  for (const [jobKey, ago] of Object.entries(days))
    await enqueue(db, "top-up-shops", {}, { jobKey, runAt: daysAgo(ago) });
  await db.execute(sql`
    update graphile_worker._private_jobs set attempts = max_attempts where key in ('gone', 'kept')`);
  await tasks["settle-given-up-jobs"]({}, { clock: () => NOW, signal });
  const left = await db.execute(sql`
    delete from graphile_worker._private_jobs where key in ('gone', 'kept', 'waits') returning key`);
  expect(left.map(({ key }) => key).sort()).toEqual(["kept", "waits"]);
});
