import { domainToASCII, domainToUnicode } from "node:url";

/** Longest address and longest local part by RFC 5321. */
const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL_PART = 64;
/** Letters of every script; no spaces, control characters, brackets or quotes. Quoted local parts are of no use to anybody. */
const LOCAL_PART = /^[^\s\p{C}()<>[\]:;,\\"@.]+(?:\.[^\s\p{C}()<>[\]:;,\\"@.]+)*$/u;
/** What a domain may be written with, in any script, before IDNA looks at it. */
const WRITTEN_DOMAIN = /^[^\s\p{C}/?#@\\:%[\]<>"^`{|}_]+$/u;
const DOMAIN =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/** The e-mail address as it was meant, without the blanks around it; null when no mail could go there. */
export function parseEmail(text: string): string | null {
  const address = text.trim();
  if (address.length > LONGEST_ADDRESS) return null;
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return null;
  return WRITTEN_DOMAIN.test(domain) && DOMAIN.test(domainToASCII(domain)) ? address : null;
}

/**
 * What e-mails are compared by: no case, no `+tag`, a domain in any script as its ASCII form. Of any text, so that an
 * address somebody else has stored can be compared, too. Source: wire.md §2 "13 referral".
 */
export function toEmailKey(text: string): string {
  const address = text.trim().normalize("NFC").toLowerCase().normalize("NFC");
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const tag = local.indexOf("+");
  return `${tag > 0 ? local.slice(0, tag) : local}@${domainToASCII(domain) || domain}`;
}

/** The same with the domain in its own script: somebody else may have stored it so. */
export function toWrittenEmailKey(text: string): string {
  const key = toEmailKey(text);
  const at = key.lastIndexOf("@");
  return at < 0 ? key : `${key.slice(0, at)}@${domainToUnicode(key.slice(at + 1))}`;
}

/** As much of an e-mail as may be shown to somebody else: `a…@e….com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const dot = domain.lastIndexOf(".");
  const first = (text: string): string => `${[...text][0] ?? ""}…`;
  return at < 1 || dot < 0 ? "…" : `${first(local)}@${first(domain.slice(0, dot))}${domain.slice(dot)}`;
}
