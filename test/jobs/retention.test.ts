import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { KEPT_DAYS, KEPT_NAMES, type KeptDays } from "~/features/retention/kept-days";
import { saveKeptDays } from "~/features/retention/retention.repo.server";
import { deleteOld } from "~/jobs/retention/delete-old.repo.server";
import { KEPT_KINDS, type KeptKind, toKeptDays } from "~/jobs/retention/kept-kinds.server";
import { tasks } from "~/jobs/tasks/tasks.server";
import { DAY_MS } from "~/lib/days";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { methodUpdates, portalReturns } from "~db/schema/hosted-pages";
import { importErrors, imports } from "~db/schema/imports";
import { mails } from "~db/schema/mails";
import { notices } from "~db/schema/notices";
import { portalTokens } from "~db/schema/portal-access";
import { gatewayNotices } from "~db/schema/stripe";
import { textMessages } from "~db/schema/text-messages";
import { wayBacks } from "~db/schema/way-backs";
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
type Insert = (owner: Owner, at: Date) => Promise<unknown>;

const STAFF = { actorType: "staff", actorName: "Grace" } as const;
const insertMail = ({ shopId }: Owner, createdAt: Date, status: "SENT" | "QUEUED" = "SENT") =>
  db
    .insert(mails)
    .values({ shopId, kind: "notice", status, recipient: "a@example.com", subject: "s", createdAt });
const insertText = ({ shopId }: Owner, createdAt: Date, status: "SENT" | "QUEUED" = "SENT") =>
  db
    .insert(textMessages)
    .values({ shopId, kind: "notice", status, recipient: "+4930901820", text: "t", segments: 1, createdAt });
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

const insertGatewayNotice = ({ shopId }: Owner, at: Date, handledAt: Date | null = at) =>
  db
    .insert(gatewayNotices)
    .values({ shopId, gateway: "stripe", eventId: randomUUID(), body: "{}", receivedAt: at, handledAt });

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
  Mails: (owner, at) => insertMail(owner, at),
  "Text messages": (owner, at) => insertText(owner, at),
  Notices: ({ shopId, customerId }, at) =>
    db.insert(notices).values({
      shopId,
      kind: "portal_link",
      channel: "MAIL",
      state: "MADE",
      cause: `cause ${nextNumber()}`,
      customerId,
      createdAt: at,
    }),
  "Rows of a file that an import could not read": (owner, at) => insertImportError(owner, at),
  "A gateway's webhooks": (owner, at) => insertGatewayNotice(owner, at),
  "Contracts before their last edit": async ({ shopId }, at) => {
    const { id } = await insertContract(shopId);
    await db
      .insert(wayBacks)
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
const usualDays = (kind: KeptKind) => toKeptDays(kind, NOTHING_DECIDED);
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
  });

  test.each(Object.entries(KEPT_KINDS))("%s: an old one goes, a young one stays", async (name, kind) => {
    const insert = CASES[name];
    if (!insert) throw new Error(`no case for ${name}`);
    const { purge } = prepare();
    await insert(owner, daysAgo(usualDays(kind) - 1));
    const young = await countRows(owner.shopId, kind);
    await purge();
    expect(await countRows(owner.shopId, kind)).toBe(young);
    await insert(owner, daysAgo(usualDays(kind) + 1));
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
    await CASES[name]?.(other, daysAgo(usualDays(kind) + 1));
    const before = await countRows(other.shopId, kind);
    expect(before).toBeGreaterThan(0);
    await deleteOld(owner.shopId, kind, daysAgo(usualDays(kind)), signal);
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
        saveKeptDays(db, owner.shopId, { ...NOTHING_DECIDED, [decidedAs]: days }, NOW);
      onTestFinished(() => saveKeptDays(db, owner.shopId, NOTHING_DECIDED, NOW));
      const { least, most, usual } = KEPT_DAYS[decidedAs];
      for (const each of [owner, other]) await insert(each, daysAgo(least + 1));
      const [own = 0, others = 0] = await counts();
      await decide(least);
      await purge();
      expect(await counts()).toEqual([0, others]);
      for (const each of [owner, other]) await insert(each, daysAgo(usual + 1));
      await decide(most);
      await purge();
      expect(await counts()).toEqual([own, others]);
    },
  );

  test("queued mails and text messages, unhandled webhooks and errors of a running import are kept, however old", async () => {
    await insertMail(owner, daysAgo(400), "QUEUED");
    await insertText(owner, daysAgo(400), "QUEUED");
    await insertImportError(owner, daysAgo(400), false);
    await insertGatewayNotice(owner, daysAgo(400), null);
    const { purge } = prepare();
    await purge();
    expect([
      await countRows(owner.shopId, { table: mails }),
      await countRows(owner.shopId, { table: textMessages }),
      await countRows(owner.shopId, { table: importErrors }),
      await countRows(owner.shopId, { table: gatewayNotices }),
    ]).toEqual([1, 1, 2, 1]);
    await db.delete(imports).where(eq(imports.shopId, owner.shopId));
  });

  test("more than one batch goes in one run", async () => {
    const row = { shopId: owner.shopId, kind: "notice", status: "SENT", recipient: "a@example.com" } as const;
    const many = Array.from({ length: 2001 }, () => ({ ...row, subject: "s", createdAt: daysAgo(91) }));
    await db.insert(mails).values(many);
    await deleteOld(owner.shopId, requireKind("Mails"), daysAgo(90), signal);
    expect(await countRows(owner.shopId, { table: mails })).toBe(0);
  });

  test("a row that somebody holds is passed over, not waited for", async () => {
    await insertMail(owner, daysAgo(100));
    await insertMail(owner, daysAgo(100));
    await inTransaction(async (tx) => {
      await tx.select().from(mails).where(eq(mails.shopId, owner.shopId)).limit(1).for("update");
      await deleteOld(owner.shopId, requireKind("Mails"), daysAgo(90), signal);
    });
    expect(await countRows(owner.shopId, { table: mails })).toBe(1);
  });

  test("a worker that has to end stops before the next batch", async () => {
    await insertMail(owner, daysAgo(100));
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
