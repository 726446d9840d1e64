import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { saveNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { listNotices } from "~/features/notices/notices.repo.server";
import { passOnEvents } from "~/features/notices/notices.service.server";
import { db } from "~db/client.server";
import { NOW } from "../support/data/factories";
import { endPrograms } from "../support/processes/end-programs";
import { eventually } from "../support/processes/eventually";
import { startWorkerProcess } from "../support/processes/kill-workers";
import { startReceiver } from "../support/processes/webhook-receiver";
import { addContract, prepareNoticedShop, recordEvents, server, shop } from "./noticed-shop";

prepareNoticedShop();

test("a worker that is killed between sending and recording: both ways are sent again under the same id, and nothing is lost", async () => {
  const gateway = await startReceiver();
  /** Waits for the next text message; it is answered, or never. */
  const nextText = (answer: object | null) =>
    new Promise<void>((resolve) => {
      gateway.behave = () => {
        resolve();
        return answer;
      };
    });
  vi.stubEnv("SMTP_URL", server.url);
  vi.stubEnv("SMS_GATEWAY_URL", gateway.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  await saveNoticeSettings(
    db,
    shop.id,
    { mailKinds: ["paused"], smsKinds: ["paused"], upcomingDays: 3 },
    NOW,
  );
  const contract = await addContract({}, { email: "ada@example.com", phone: "+49 30 901820" });
  await recordEvents(contract, "paused");
  while (await passOnEvents(shop.id, NOW));
  const states = async () =>
    (await listNotices(shop.id, { contractId: contract.id }, 10)).map(({ state }) => state);
  const start = () => {
    const worker = startWorkerProcess(process.env.DATABASE_URL ?? "");
    onTestFinished(() => endPrograms([worker]));
    return worker;
  };

  // No answer: both have got their message when the worker dies, and that is not recorded.
  server.beforeAnswer(() => new Promise(() => {}));
  const first = start();
  await Promise.all([server.next(), nextText(null)]);
  const ended = once(first, "exit");
  first.kill("SIGKILL");
  await ended;
  expect(await states()).toEqual(["QUEUED", "QUEUED"]);
  const before = [server.mails.length, gateway.received.length] as const;

  server.beforeAnswer(null);
  start();
  await Promise.all([server.next(), nextText({})]);
  await eventually(async () => expect(await states()).toEqual(["SENT", "SENT"]));
  expect(server.mails).toHaveLength(before[0] + 1);
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(1);
  expect(gateway.received).toHaveLength(before[1] + 1);
  expect(new Set(gateway.received.map(({ text }) => JSON.parse(text).key)).size).toBe(1);
});
