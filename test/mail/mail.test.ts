import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { queueMail, toMailKey } from "~/features/mail/mail.service.server";
import { renderMail } from "~/features/mail/mail-layout";
import { listMails, type NewMail } from "~/features/mail/mails.repo.server";
import { onShopClock } from "~/lib/clocks";
import { env } from "~/lib/env.server";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { mails } from "~db/schema/mails";
import { inTransaction } from "~db/transaction.server";
import { createTestShop, insertContract, insertCustomer, type TestShop } from "../support/data/factories";
import { runJobs } from "../support/processes/jobs";
import { startMailServer } from "../support/processes/mail-server";
import { resetDatabase } from "../support/setup/database";

let server: Awaited<ReturnType<typeof startMailServer>>;
let shop: TestShop;
let customer: { id: number; email: string };
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
  server.refuse(null);
  env.SMTP_URL = server.url;
  shop = await createTestShop({ name: "Bean & Leaf" });
  const { id } = await insertCustomer(shop.id, { email: "ada@example.com" });
  customer = { id, email: "ada@example.com" };
});

const content = renderMail(
  {
    subject: "A <subject>\r\nBcc: everybody@example.com",
    heading: "Heading",
    greeting: "Hello <b>Ada</b>,",
    paragraphs: ["One", "Two"],
    button: { label: "Open", url: "https://shop.example.com/x?token=abc&y=1", orCopy: "Or copy" },
    footer: "Bye",
  },
  {
    language: "en",
    shopName: "Bean & Leaf",
    accentColor: "#1a6f52",
    onAccent: "#ffffff",
    backgroundColor: "#f6f6f3",
    logo: null,
  },
);
const want = (mail: Partial<NewMail> = {}) =>
  inTransaction((tx) =>
    queueMail(
      tx,
      shop.id,
      { ...content, kind: "portal_link", recipient: customer.email, customerId: customer.id, ...mail },
      onShopClock(new Date()),
    ),
  );
const rows = () => db.select().from(mails).where(eq(mails.shopId, shop.id)).orderBy(mails.id);
const emailStatuses = async () =>
  (
    await db
      .select({ id: contracts.id, status: contracts.createdEmailStatus })
      .from(contracts)
      .where(eq(contracts.shopId, shop.id))
      .orderBy(contracts.id)
  ).map(({ status }) => status);
const failedContracts = async () =>
  (
    await db
      .select({ id: contracts.id })
      .from(contracts)
      .where(and(eq(contracts.shopId, shop.id), contracts.emailBouncedOrFailed))
  ).map(({ id }) => id);
/** Makes the queue's retry due at once. */
const tryAgain = async (now?: () => Date) => {
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
  return runJobs(now);
};

describe("a mail", () => {
  test("is sent once, as text and HTML, from the shop's name; its content is then deleted", async () => {
    await want();
    expect(await runJobs()).toEqual([]);
    const [mail, ...others] = server.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      recipient: "ada@example.com",
      from: `Bean & Leaf <no-reply@${shop.shop.storeDomain}>`,
      subject: "A <subject> Bcc: everybody@example.com",
    });
    expect(mail?.text).toContain("Open:\nhttps://shop.example.com/x?token=abc&y=1");
    expect(mail?.html).toContain("Bean &amp; Leaf");
    expect(mail?.html).toContain("#1a6f52");
    expect(mail?.html).toContain("Hello &lt;b&gt;Ada&lt;/b&gt;,");
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail?.headers.has("bcc")).toBe(false);
    expect(await rows()).toMatchObject([
      { status: "SENT", attempts: 1, text: null, html: null, lastError: null, finishedAt: expect.any(Date) },
    ]);
  });

  test("is not sent when the transaction that wants it fails, and once when the work runs twice", async () => {
    await expect(
      inTransaction(async (tx) => {
        await queueMail(
          tx,
          shop.id,
          { ...content, kind: "portal_link", recipient: "x@example.com" },
          onShopClock(new Date()),
        );
        throw new Error("and then it died");
      }),
    ).rejects.toThrow("died");
    await want({ dedupeKey: "a" });
    await want({ dedupeKey: "a" });
    await runJobs();
    expect(server.mails).toHaveLength(1);
  });

  test("is tried again after a temporary failure, and is the same mail then", async () => {
    server.refuse({ code: 451, at: "DATA" });
    await want();
    expect(await runJobs()).toEqual(["send-mail: The mail server answered 451 (EMESSAGE)."]);
    expect(await rows()).toMatchObject([
      { status: "QUEUED", attempts: 1, lastError: expect.stringContaining("451") },
    ]);
    const id = (await rows())[0]?.id;
    server.refuse(null);
    expect(await tryAgain()).toEqual([]);
    expect(server.mails.map(({ messageId }) => messageId)).toEqual([
      `<mail-${shop.id}-${id}@${shop.shop.storeDomain}>`,
    ]);
    expect(await rows()).toMatchObject([{ status: "SENT", attempts: 2 }]);
    expect(await failedContracts()).toEqual([]);
  });

  test("waits while no server answers, or ours does not let us in: that is not the customer's fault", async () => {
    const contract = await insertContract(shop.id, { customerId: customer.id });
    await want();
    env.SMTP_URL = "smtp://127.0.0.1:1";
    expect(await runJobs()).toEqual([expect.stringContaining("No mail server was reached")]);
    env.SMTP_URL = server.urlWithPassword;
    server.refuse({ code: 535, at: "AUTH" });
    expect(await tryAgain()).toEqual([expect.stringContaining("535 (EAUTH)")]);
    expect(await rows()).toMatchObject([{ status: "QUEUED", attempts: 2 }]);
    expect(await failedContracts()).not.toContain(contract.id);
  });

  test.each(["RCPT TO", "DATA"] as const)(
    "refused for good at %s marks the customer's contracts, each with a line in its history, until a later one arrives; of their mails about a new contract it tells nothing",
    async (at) => {
      const own = [
        await insertContract(shop.id, { customerId: customer.id }),
        await insertContract(shop.id, { customerId: customer.id, createdEmailStatus: "SENT" }),
        await insertContract(shop.id, { customerId: customer.id, createdEmailStatus: "FAILED" }),
        await insertContract(shop.id, {
          customerId: customer.id,
          createdEmailStatus: "EMAIL_SETTINGS_DISABLED",
        }),
      ];

      const elsewhere = await insertContract(shop.id, {
        customerId: customer.id,
        customerEmail: "other@example.com",
      });
      await insertContract(shop.id);
      const before = await emailStatuses();
      server.refuse({ code: 550, at });
      await want();
      expect(await runJobs()).toEqual([]);
      expect(await rows()).toMatchObject([{ status: "FAILED", text: null, html: null }]);
      expect((await failedContracts()).sort()).toEqual(own.map(({ id }) => id).sort());
      expect(await emailStatuses()).toEqual(before);
      expect(await listActivity(shop.id, own[0]?.id ?? 0)).toMatchObject([
        { action: "contract.email_failed", actorType: "system", after: { mail: "portal_link" } },
      ]);
      expect(await listActivity(shop.id, elsewhere.id)).toEqual([]);

      server.refuse(null);
      await want();
      await runJobs();
      expect(await failedContracts()).toEqual([]);
      expect(await emailStatuses()).toEqual(before);
    },
  );

  test("about a new contract tells its status of that contract alone, whatever other mails do later", async () => {
    const [refused, taken] = [
      await insertContract(shop.id, { customerId: customer.id }),
      await insertContract(shop.id, { customerId: customer.id }),
    ];
    const wantCreated = (contractId: number) => want({ kind: "notice_created", contractId });
    server.refuse({ code: 550, at: "RCPT TO" });
    await wantCreated(refused.id);
    await runJobs();
    expect(await emailStatuses()).toEqual(["FAILED", "UNSENT"]);
    server.refuse(null);
    await wantCreated(taken.id);
    await runJobs();
    expect(await emailStatuses()).toEqual(["FAILED", "SENT"]);
  });

  test("is given up when it is of no use any more, or after ten tries", async () => {
    await want({ expiresAt: new Date(Date.now() + 60_000) });
    expect(await runJobs(() => new Date(Date.now() + 60_000))).toEqual([]);
    expect(server.mails).toEqual([]);
    await want();
    server.refuse({ code: 421, at: "RCPT TO" });
    expect(await tryAgain()).toHaveLength(1);
    await db.update(mails).set({ attempts: 9 }).where(eq(mails.status, "QUEUED"));
    expect(await tryAgain()).toEqual([]);
    expect((await rows()).map(({ status, attempts, lastError }) => [status, attempts, lastError])).toEqual([
      ["FAILED", 1, "It could not be delivered in time."],
      ["FAILED", 10, expect.stringContaining("421")],
    ]);
  });

  test("whose job lost a try to a process that died is given up with it; one that is tried under a newer job is not", async () => {
    const contract = await insertContract(shop.id, { customerId: customer.id });
    server.refuse({ code: 421, at: "RCPT TO" });
    await want();
    await want();
    // Two tries were lost: one of them was the last.
    await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`);
    expect(await runJobs()).toHaveLength(2);
    const [first, second] = await rows();
    expect(first).toMatchObject({ status: "QUEUED", attempts: 1 });
    const { id: mailId } = second ?? { id: 0 };
    await enqueue(db, "send-mail", { shopId: shop.id, mailId }, { jobKey: toMailKey(shop.id, mailId) });
    await db.execute(sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`);
    await enqueue(db, "settle-given-up-jobs", {});
    expect(await runJobs()).toEqual([]);
    expect(await rows()).toMatchObject([
      { status: "FAILED", attempts: 2, lastError: expect.stringContaining("421"), text: null, html: null },
      { status: "QUEUED" },
    ]);
    expect(await failedContracts()).toEqual([contract.id]);
    const left = await db.execute(sql`select key from graphile_worker.jobs`);
    expect(left).toEqual([{ key: toMailKey(shop.id, mailId) }]);
  });

  test("without a mail server goes to a folder only its owner may read, and can be read on", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "perennial-mails-"));
    env.SMTP_URL = undefined;
    vi.stubEnv("DATA_DIR", folder);
    try {
      const contract = await insertContract(shop.id, { customerId: customer.id, emailBouncedOrFailed: true });
      await want();
      await runJobs();
      const [name = "", ...others] = readdirSync(path.join(folder, "mails"));
      expect([others, statSync(path.join(folder, "mails", name)).mode & 0o777]).toEqual([[], 0o600]);
      const file = readFileSync(path.join(folder, "mails", name), "utf8");
      expect(file).toContain("To: ada@example.com");
      expect(await rows()).toMatchObject([{ status: "SENT", text: content.text, html: content.html }]);
      // No server has accepted it, so mails to this address still count as failing.
      expect(await failedContracts()).toEqual([contract.id]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    }
  });

  test("is listed without what it says", async () => {
    await want();
    await runJobs();
    const [listed] = await listMails(shop.id, 10);
    expect(listed).toMatchObject({ status: "SENT", recipient: "ada@example.com" });
    expect(listed).not.toHaveProperty("html");
  });
});
