import { lookup } from "node:dns/promises";
import type { Socket } from "node:net";
import { agents } from "~/http/outgoing/guarded-agents.server";

/** Whether the agent that sends would refuse an address: asked of the agent itself, without a connection. */
function isRefused(address: string): boolean {
  let isInner = false;
  const socket = agents["http:"].createConnection({ host: address, port: 9 }, (error) => {
    isInner ||= error !== null && error !== undefined;
  }) as Socket;
  socket.on("error", () => {});
  // An address without a name is connected to a moment later: it never is.
  socket.destroy();
  return isInner;
}

export type Resolve = (host: string) => Promise<string[]>;
const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** @returns what is wrong with the address of a webhook, for its form; null = nothing. A name that does not resolve yet is taken. */
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
