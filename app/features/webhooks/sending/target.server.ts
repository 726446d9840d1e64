import { lookup } from "node:dns/promises";
import type { Socket } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { env } from "~/lib/env.server";

/** Single addresses: the agent compares ranges of one family with addresses of the other, and warns. */
const LOOPBACK = ["127.0.0.1", "::1"];
const MOST_SOCKETS = 100;

const toOptions = (allowsLoopback: boolean) => ({
  keepAlive: true,
  maxFreeSockets: MOST_SOCKETS,
  // Addresses are checked when a socket is made; one is reused for so long at most.
  timeout: 30_000,
  allowIPAddressList: allowsLoopback ? LOOPBACK : [],
});

/**
 * Agents that refuse to connect to inner addresses: private, loopback, link-local, CGNAT and the like, however they are
 * written or whatever name leads there (decision 056). The address a name resolves to is checked when it is connected to.
 */
const createAgents = (allowsLoopback: boolean) => ({
  "http:": new RequestFilteringHttpAgent(toOptions(allowsLoopback)),
  "https:": new RequestFilteringHttpsAgent(toOptions(allowsLoopback)),
});
const agents = createAgents(env.WEBHOOKS_ALLOW_LOOPBACK);

export const agentFor = (url: URL) => agents[url.protocol === "https:" ? "https:" : "http:"];

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
