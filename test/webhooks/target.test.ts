import { expect, test, vi } from "vitest";
import { startReceiver } from "../support/processes/webhook-receiver";

/** The sender, started with or without permission to reach this machine. */
async function startWith(allowsLoopback: boolean) {
  vi.resetModules();
  vi.stubEnv("WEBHOOKS_ALLOW_LOOPBACK", String(allowsLoopback));
  const target = await import("~/features/webhooks/sending/target.server");
  const send = await import("~/features/webhooks/sending/send.server");
  vi.unstubAllEnvs();
  return { ...target, ...send };
}

/** Addresses that lead to this machine or its network, on port `PORT`. */
const HOSTILE = [
  "http://127.0.0.1:PORT/",
  "http://localhost:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://0.0.0.0:PORT/",
  "http://[::]:PORT/",
  "http://[::1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[64:ff9b::7f00:1]:PORT/",
  "http://[::127.0.0.1]:PORT/",
  "http://[::10.0.0.1]:PORT/",
  "http://[4000::1]:PORT/",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1:PORT/",
  "http://192.168.1.1:PORT/",
  "http://100.64.0.1:PORT/",
  "http://[fd00::1]:PORT/",
];

test("every way into the own network is refused, at the form and at the sending, and nothing arrives", async () => {
  const { findTargetFault, sendMessage, toSigner } = await startWith(false);
  const receiver = await startReceiver();
  const sign = toSigner(["whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]);
  const { port } = new URL(receiver.url);
  for (const each of HOSTILE) {
    const url = each.replace("PORT", port);
    const { record } = await sendMessage(url, { id: "evt_1", body: "{}" }, sign, { clock: () => new Date() });
    const refusal = expect.stringContaining("inner network");
    expect([url, await findTargetFault(url), record.error, record.status]).toEqual([
      url,
      refusal,
      refusal,
      null,
    ]);
  }
  expect(receiver.received).toEqual([]);
});

test("a name that resolves to a private address is refused, one that does not resolve yet is accepted; loopback only if allowed", async () => {
  const strict = await startWith(false);
  const lookup = (addresses: string[]) => async () => addresses;
  const url = "https://hooks.example.com/in";
  expect(await strict.findTargetFault(url, lookup(["93.184.216.34"]))).toBeNull();
  expect(await strict.findTargetFault(url, lookup(["93.184.216.34", "10.1.2.3"]))).toContain("inner network");
  expect(await strict.findTargetFault(url, lookup(["2606:4700:4700::1111"]))).toBeNull();
  expect(await strict.findTargetFault(url, lookup(["2606:4700:4700::1111", "::7f00:1"]))).toContain(
    "inner network",
  );
  const unknown = async () => {
    throw new Error("ENOTFOUND");
  };
  expect(await strict.findTargetFault(url, unknown)).toBeNull();
  const lax = await startWith(true);
  expect(await lax.findTargetFault("http://127.0.0.1:8080/")).toBeNull();
  expect(await lax.findTargetFault("http://[::1]:8080/")).toBeNull();
  expect(await lax.findTargetFault("http://10.0.0.1/")).toContain("inner network");
});

test("what is no address of the web, or holds a password, is refused with a reason", async () => {
  const { findTargetFault } = await startWith(true);
  expect(await findTargetFault("example.com")).toContain("whole address");
  expect(await findTargetFault("ftp://example.com/")).toContain("https://");
  expect(await findTargetFault("https://me:secret@example.com/")).toContain("name or password");
  expect(await findTargetFault("https://example.com/#part")).toContain("#");
});

test("of an answer without end 64 KB are read, and its status counts", async () => {
  const { sendMessage, toSigner } = await startWith(true);
  const receiver = await startReceiver(() => ({ status: 200, body: "x".repeat(5_000_000) }));
  const sign = toSigner(["whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]);
  const { record } = await sendMessage(receiver.url, { id: "evt_1", body: "{}" }, sign, {
    clock: () => new Date(),
  });
  expect(record).toMatchObject({ status: 200, error: null });
  expect(record.answer?.length).toBe(2000);
});
