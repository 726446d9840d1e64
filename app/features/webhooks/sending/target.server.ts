import { lookup } from "node:dns/promises";
import type { Socket } from "node:net";
import { agents } from "~/http/outgoing/guarded-agents.server";

/** Whether the agent that sends would refuse an address: asks the agent itself, without a connection. */
function isRefused(address: string): boolean {
  let isInner = false;
  const socket = agents["http:"].createConnection({ host: address, port: 9 }, (error) => {
    isInner ||= error !== null && error !== undefined;
  }) as Socket;
  socket.on("error", () => {});
  // For an address without a name the agent would connect a moment later; destroying the socket prevents it.
  socket.destroy();
  return isInner;
}

export type Resolve = (host: string) => Promise<string[]>;
const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * @returns the error of a webhook's address, for its form; null = none. A name that does not resolve yet is accepted.
 */
export async function findTargetFault(text: string, resolve: Resolve = resolveHost): Promise<string | null> {
  if (!URL.canParse(text)) return "Enter a whole address, such as https://example.com/webhooks.";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "The address has to begin with https://.";
  if (url.username || url.password) return "The address must not hold a name or password.";
  if (url.hash) return "The address must not have a part behind “#”.";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await resolve(host).catch(() => []);
  return addresses.some(isRefused)
    ? "The address leads into an inner network, where nothing is sent to."
    : null;
}
