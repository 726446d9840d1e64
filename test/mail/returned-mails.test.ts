import { once } from "node:events";
import { createServer } from "node:net";
import fc from "fast-check";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { listActivity } from "~/features/activity/activity.repo.server";
import { queueMail } from "~/features/mail/mail.service.server";
import { renderMail } from "~/features/mail/mail-layout";
import { parseReturnAddress, toReturnAddress } from "~/features/mail/mail-returns.server";
import type { NewMail } from "~/features/mail/mails.repo.server";
import { type ReturnServer, startReturnServer } from "~/features/mail/return-server.server";
import { onShopClock } from "~/lib/clocks";
import { env } from "~/lib/env.server";
import { client, db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { mails } from "~db/schema/mails";
import { inTransaction } from "~db/transaction.server";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
  type TestShop,
} from "../support/data/factories";
import { eventually } from "../support/processes/eventually";
import { runJobs } from "../support/processes/jobs";
import { startMailServer } from "../support/processes/mail-server";
import { resetDatabase } from "../support/setup/database";

const DOMAIN = "bounces.example.com";
const listen = (port = 0, signal?: AbortSignal) =>
  startReturnServer({ host: "127.0.0.1", port, clock: () => NOW, signal });

let outgoing: Awaited<ReturnType<typeof startMailServer>>;
let returns: ReturnServer;
let shop: TestShop;
let contractId: number;
beforeAll(async () => {
  outgoing = await startMailServer();
  returns = await listen();
});
afterAll(async () => {
  Object.assign(env, { SMTP_URL: undefined, BOUNCE_DOMAIN: undefined });
  await Promise.all([outgoing.stop(), returns.stop()]);
});
beforeEach(async () => {
  await resetDatabase();
  outgoing.mails.length = 0;
  Object.assign(env, { SMTP_URL: outgoing.url, BOUNCE_DOMAIN: DOMAIN });
  shop = await createTestShop();
  const customer = await insertCustomer(shop.id, { email: "ada@example.com" });
  ({ id: contractId } = await insertContract(shop.id, { customerId: customer.id }));
  await mailTo(customer.id);
});

/** A mail to Ada that her mail server has accepted. */
async function mailTo(customerId: number, about: Partial<NewMail> = {}): Promise<void> {
  const texts = { subject: "Hello", heading: "Hello", greeting: "Hello", paragraphs: ["One"], footer: "Bye" };
  const look = { language: "en", shopName: "Bean", accentColor: "#1a6f52", onAccent: "#ffffff" } as const;
  const content = renderMail(texts, { ...look, backgroundColor: "#f6f6f3", logo: null });
  const mail = {
    ...content,
    kind: "portal_link",
    recipient: "ada@example.com",
    customerId,
    ...about,
  } as const;
  await inTransaction((tx) => queueMail(tx, shop.id, mail, onShopClock(NOW)));
  expect(await runJobs()).toEqual([]);
}

/** What her mail server returns, to the address the mail came from. */
function report(fields: string[], attachments: { contentType: string; content: string }[] = []) {
  const status = `Reporting-MTA: dns; mx.example.com\r\n\r\n${["Final-Recipient: rfc822; ada@example.com", ...fields].join("\r\n")}\r\n`;
  return {
    from: "MAILER-DAEMON@mx.example.com",
    subject: "Undelivered mail",
    text: "Sorry: 550 5.1.1 unknown",
    attachments: [{ contentType: "message/delivery-status", content: status }, ...attachments],
  };
}
const GONE = [
  "Action: failed",
  "Status: 5.1.1",
  "Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com> unknown",
];
const returnTo = (to: string, message: object) =>
  createTransport({ host: "127.0.0.1", port: returns.port, ignoreTLS: true }).sendMail({
    ...message,
    envelope: { from: "", to },
  });
const senderOfMail = () => outgoing.mails.at(-1)?.sender ?? "";
const readMail = async () => (await db.select().from(mails))[0];
const readContract = async () =>
  (
    await db
      .select({ hasFailed: contracts.emailBouncedOrFailed, status: contracts.createdEmailStatus })
      .from(contracts)
  )[0];

describe("a mail that was taken and comes back", () => {
  test("marks the customer's contracts, with a line in their history, and says so itself", async () => {
    expect(await readMail()).toMatchObject({ status: "SENT" });
    await returnTo(senderOfMail(), report(GONE));
    expect(await readContract()).toEqual({ hasFailed: true, status: "UNSENT" });
    const reason = "It was taken, and then returned by the recipient's mail server (5.1.1).";
    expect(await readMail()).toMatchObject({ status: "BOUNCED", lastError: reason, finishedAt: NOW });
    expect(await listActivity(shop.id, contractId)).toMatchObject([
      { action: "contract.email_failed", after: { mail: "portal_link", reason } },
    ]);
  });

  test("before we have stored that it was taken, counts as one that comes back later", async () => {
    outgoing.beforeAnswer(({ sender }) => returnTo(sender, report(GONE)).then(() => {}));
    onTestFinished(() => outgoing.beforeAnswer(null));
    await mailTo((await readMail())?.customerId ?? 0);
    const statuses = await db.select({ status: mails.status }).from(mails).orderBy(mails.id);
    expect(statuses.map(({ status }) => status)).toEqual(["SENT", "BOUNCED"]);
    expect(await readContract()).toEqual({ hasFailed: true, status: "UNSENT" });
  });

  test("counts once, however often it is returned, in whatever case its address is written", async () => {
    for (const address of [senderOfMail(), senderOfMail().toUpperCase()])
      await Promise.all([1, 2].map(() => returnTo(address, report(GONE))));
    expect(await listActivity(shop.id, contractId)).toHaveLength(1);
  });

  test("after days of trying counts as well; a report without a status code needs none", async () => {
    await returnTo(senderOfMail(), report(["ACTION:\r\n  Failed", "status: 4.4.7 (expired)"]));
    expect(await readMail()).toMatchObject({ lastError: expect.stringMatching(/\(4\.4\.7\)\.$/) });
    await mailTo((await insertCustomer(shop.id, { email: "ada@example.com" })).id);
    await returnTo(senderOfMail(), report(["Action: failed"]));
    const reasons = (await db.select().from(mails)).map(({ lastError }) => lastError);
    expect(reasons).toContain("It was taken, and then returned by the recipient's mail server.");
  });

  test("is cleared by the next one that arrives", async () => {
    await returnTo(senderOfMail(), report(GONE));
    await mailTo((await readMail())?.customerId ?? 0);
    expect(await readContract()).toEqual({ hasFailed: false, status: "UNSENT" });
  });

  test("about a new contract makes its status FAILED, which stays when another mail arrives", async () => {
    const customerId = (await readMail())?.customerId ?? 0;
    await mailTo(customerId, { kind: "notice_created", contractId });
    expect(await readContract()).toEqual({ hasFailed: false, status: "SENT" });
    await returnTo(senderOfMail(), report(GONE));
    expect(await readContract()).toEqual({ hasFailed: true, status: "FAILED" });
    await mailTo(customerId);
    expect(await readContract()).toEqual({ hasFailed: false, status: "FAILED" });
  });

  test("is recognized by its headers alone: the mail requests that only these be returned", () => {
    expect(outgoing.mails.at(-1)?.parameters).toMatchObject({ ret: "HDRS" });
  });
});

describe("what is no failed delivery", () => {
  const away = { from: "ada@example.com", subject: "Away", text: "Action: failed\r\nStatus: 5.1.1" };
  test.each([
    ["a delay", report(["Action: delayed", "Status: 4.4.1"])],
    ["a success", report(["Action: delivered", "Status: 2.0.0"])],
    ["an answer of somebody who is away", away],
    [
      "a report within the mail that is returned",
      {
        ...away,
        attachments: [{ contentType: "message/rfc822", content: "Action: failed\r\n\r\nAction: failed" }],
      },
    ],
    ["nothing", { raw: "" }],
    ["what is no mail", { raw: Buffer.from([0, 255, 254, 13, 10, 13, 10, 0xc3]) }],
  ])("is taken and changes nothing: %s", async (_name, message) => {
    await returnTo(senderOfMail(), message);
    expect(await readMail()).toMatchObject({ status: "SENT", lastError: null });
    expect(await readContract()).toEqual({ hasFailed: false, status: "UNSENT" });
  });

  test("is refused when it is too long for a report, and the next one is taken", async () => {
    const long = report(GONE, [{ contentType: "text/plain", content: "x".repeat(1_100_000) }]);
    await expect(returnTo(senderOfMail(), long)).rejects.toMatchObject({ responseCode: 552 });
    expect(await readMail()).toMatchObject({ status: "SENT" });
    await returnTo(senderOfMail(), report(GONE));
    expect(await readMail()).toMatchObject({ status: "BOUNCED" });
  });
});

describe("an address", () => {
  test.each([
    ["with another code", (own: string) => own.replace(/.(?=@)/, (last) => (last === "0" ? "1" : "0"))],
    ["of another mail", (own: string) => own.replace(/^(return-\d+-)\d+/, "$1999999")],
    ["of another shop", (own: string) => own.replace(/^return-\d+/, "return-999999")],
    ["of another domain", () => "ada@example.com"],
    ["of another form", () => `postmaster@${DOMAIN}`],
  ])("%s does not exist: nothing is taken for it, nor passed on", async (_name, change) => {
    await expect(returnTo(change(senderOfMail()), report(GONE))).rejects.toMatchObject({ responseCode: 550 });
    expect(await readMail()).toMatchObject({ status: "SENT" });
  });

  test("names its mail and nothing else, whatever the numbers; any changed character is another address", () => {
    const sent = fc.record({
      shopId: fc.nat(),
      id: fc.nat(),
      returnCode: fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 20, maxLength: 20 }),
    });
    fc.assert(
      fc.property(sent, fc.nat(200), fc.string({ minLength: 1, maxLength: 1 }), (mail, at, character) => {
        const address = toReturnAddress(mail) ?? "";
        const own = { shopId: mail.shopId, mailId: mail.id, returnCode: mail.returnCode };
        expect(parseReturnAddress(address)).toEqual(own);
        const place = at % address.length;
        const other = address.slice(0, place) + character + address.slice(place + 1);
        if (other.toLowerCase() !== address) expect(parseReturnAddress(other)).not.toEqual(own);
      }),
    );
  });

  test("is the sender's plain one while returned mails do not come to us", async () => {
    env.BOUNCE_DOMAIN = undefined;
    await mailTo((await readMail())?.customerId ?? 0);
    expect(senderOfMail()).toBe(`no-reply@${shop.shop.storeDomain}`);
  });
});

test("while the database is away the sender is told to try again, and nothing is lost", async () => {
  const address = senderOfMail();
  await client.unsafe("alter table mails rename to mails_away");
  try {
    await expect(returnTo(address, report(GONE))).rejects.toMatchObject({ responseCode: 451 });
  } finally {
    await client.unsafe("alter table mails_away rename to mails");
  }
  await returnTo(address, report(GONE));
  expect(await readMail()).toMatchObject({ status: "BOUNCED" });
});

test("a port that another worker has is waited for, and given up on a signal", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const giveUp = new AbortController();
  const given = listen(port, giveUp.signal);
  const waiting = listen(port);
  giveUp.abort();
  await expect(given).rejects.toMatchObject({ name: "AbortError" });
  other.close();
  const server = await waiting;
  expect(server.port).toBe(port);
  await server.stop();
  await eventually(() => expect(other.listening).toBe(false));
});
