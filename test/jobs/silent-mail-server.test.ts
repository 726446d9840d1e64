import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queueMail } from "~/features/mail/mail.service.server";
import { sendMailTask } from "~/jobs/mails/send-mail.server";
import { type RunningWorker, startWorker } from "~/jobs/worker/worker.server";
import { onShopClock } from "~/lib/clocks";
import { env } from "~/lib/env.server";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import { inTransaction } from "~db/transaction.server";
import { insertCustomer } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { eventually } from "../support/processes/eventually";
import { startMailServer } from "../support/processes/mail-server";

const MAILS = 12;
const shop = shopOfEachTest();
const before = env.SMTP_TIMEOUT_MS;
let worker: RunningWorker | undefined;
let line: Awaited<ReturnType<typeof startLine>>;
beforeEach(async () => {
  line = await startLine();
  env.SMTP_URL = line.url;
  env.SMTP_TIMEOUT_MS = 400;
});
afterEach(async () => {
  await worker?.stop();
  env.SMTP_URL = undefined;
  env.SMTP_TIMEOUT_MS = before;
  await line.stop();
});

/** A connection to a mail server that stays silent until the test lets it answer. */
async function startLine() {
  const server = await startMailServer();
  const open = new Set<Socket>();
  let taken = 0;
  let isSilent = true;
  const entry = createServer((socket) => {
    taken++;
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
    if (isSilent) return;
    const onward = connect(Number(new URL(server.url).port), "127.0.0.1");
    onward.on("error", () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(entry, "listening");
  const address = entry.address();
  if (typeof address !== "object" || !address) throw new Error("the line has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails: server.mails,
    countTaken: () => taken,
    speak() {
      isSilent = false;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      entry.close();
      await server.stop();
    },
  };
}

test("a mail server that accepts connections and does not answer is tried by one job of a worker at a time, and gets every mail once when it answers again", async () => {
  const { id: customerId } = await insertCustomer(shop.id);
  await inTransaction(async (tx) => {
    for (let count = 1; count <= MAILS; count++)
      await queueMail(
        tx,
        shop.id,
        {
          kind: "portal_link",
          recipient: `${count}@example.com`,
          customerId,
          subject: "Your link",
          text: "",
          html: "",
        },
        onShopClock(new Date()),
      );
  });
  worker = await startWorker({
    databaseUrl: process.env.DATABASE_URL ?? "",
    tasks: { "send-mail": sendMailTask },
    crontab: "",
  });
  const readErrors = async () => (await db.select().from(mails)).map(({ lastError }) => lastError);
  await eventually(async () => expect(await readErrors()).not.toContain(null));
  const errors = await readErrors();
  const refused = errors.filter((text) => text === "The mail server does not answer.");
  expect(refused.length).toBeGreaterThanOrEqual(MAILS / 2);
  expect(errors.filter((text) => text === "No mail server was reached (ETIMEDOUT).")).toHaveLength(
    MAILS - refused.length,
  );
  expect(line.countTaken()).toBe(MAILS - refused.length);
  line.speak();
  await eventually(async () => {
    // Makes the queue's retry due at once.
    await db.execute(sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`);
    expect((await db.select().from(mails)).map(({ status }) => status)).toEqual(Array(MAILS).fill("SENT"));
  });
  expect(line.mails.map(({ recipient }) => Number.parseInt(recipient, 10)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: MAILS }, (_, index) => index + 1),
  );
});
