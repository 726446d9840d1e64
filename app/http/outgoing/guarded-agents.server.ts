import http from "node:http";
import https from "node:https";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { env } from "~/lib/env.server";

/** Single addresses: the agent compares ranges of one family with addresses of the other, and warns. */
const LOOPBACK = ["127.0.0.1", "::1"];
const MOST_SOCKETS = 100;

const toOptions = (allowsLoopback: boolean) => ({
  keepAlive: true,
  maxFreeSockets: MOST_SOCKETS,
  // Addresses are checked when a socket is opened; one is reused for at most this long.
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
export const agents = createAgents(env.WEBHOOKS_ALLOW_LOOPBACK);

/** Only for hosts that the operator has listed: never for an address that a merchant has entered. */
export const unguardedAgents = {
  "http:": new http.Agent({ keepAlive: true, maxFreeSockets: MOST_SOCKETS, timeout: 30_000 }),
  "https:": new https.Agent({ keepAlive: true, maxFreeSockets: MOST_SOCKETS, timeout: 30_000 }),
};
