import { lookup as resolve } from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { env } from "~/lib/env.server";

/** Single addresses: the agent compares ranges of one family with addresses of the other, and warns. */
const LOOPBACK = ["127.0.0.1", "::1"];
const MOST_SOCKETS = 100;

/** The part of IPv6 used on the internet (RFC 4291, section 2.4). */
const internet = new BlockList();
internet.addSubnet("2000::", 3, "ipv6");

/**
 * The address that the agent is given. The agent takes every IPv6 address outside the ranges it knows for public,
 * including `::7f00:1`, an old form of 127.0.0.1. So an address not used on the internet becomes `::`, which the agent
 * refuses.
 */
const toSeen = (address: string): string =>
  isIPv6(address) && !LOOPBACK.includes(address) && !internet.check(address, "ipv6") ? "::" : address;

const lookup: LookupFunction = (name, options, done) =>
  resolve(name, options, (error, found, family) => {
    if (typeof found === "string") done(error, toSeen(found), family);
    // If the look-up failed, there are no addresses.
    else done(error, found?.map((each) => ({ ...each, address: toSeen(each.address) })) ?? [], family);
  });

type Connection = Parameters<RequestFilteringHttpAgent["createConnection"]>;
const toGuarded = (options: Connection[0]): Connection[0] => ({
  ...options,
  ...(options.host && { host: toSeen(options.host) }),
  lookup,
});

class HttpAgent extends RequestFilteringHttpAgent {
  override createConnection(...[options, ...rest]: Connection) {
    return super.createConnection(toGuarded(options), ...rest);
  }
}

class HttpsAgent extends RequestFilteringHttpsAgent {
  override createConnection(...[options, ...rest]: Connection) {
    return super.createConnection(toGuarded(options), ...rest);
  }
}

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
  "http:": new HttpAgent(toOptions(allowsLoopback)),
  "https:": new HttpsAgent(toOptions(allowsLoopback)),
});
export const agents = createAgents(env.WEBHOOKS_ALLOW_LOOPBACK);

/** Only for hosts that the operator has listed: never for an address that a merchant has entered. */
export const unguardedAgents = {
  "http:": new http.Agent({ keepAlive: true, maxFreeSockets: MOST_SOCKETS, timeout: 30_000 }),
  "https:": new https.Agent({ keepAlive: true, maxFreeSockets: MOST_SOCKETS, timeout: 30_000 }),
};
