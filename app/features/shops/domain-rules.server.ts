import { isLoopbackDomain } from "~/access/loopback-domain";
import type { DomainRules } from "~/access/shops.schema.server";
import { env } from "~/lib/env.server";

/** Hosts that cannot be a shop's public domain on this server. Source: wire.md §7 "Own host". */
export const domainRules: DomainRules = {
  storeDomainSuffix: env.STORE_DOMAIN_SUFFIX,
  ownHost: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).host : null,
  // For trying several shops on one machine. On a reachable server, a loopback host would be the visitor's own machine.
  takesLoopback: env.HOST !== undefined && (env.HOST === "::1" || isLoopbackDomain(env.HOST)),
};
