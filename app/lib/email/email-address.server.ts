import { domainToASCII, domainToUnicode } from "node:url";

/** Longest address and longest local part by RFC 5321. */
const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL_PART = 64;
/**
 * Letters of every script; no spaces, control characters, brackets or quotes. Quoted local parts are not supported:
 * nobody uses them.
 */
const LOCAL_PART = /^[^\s\p{C}()<>[\]:;,\\"@.]+(?:\.[^\s\p{C}()<>[\]:;,\\"@.]+)*$/u;
/** Characters allowed in a domain of any script, before IDNA checks it. */
const WRITTEN_DOMAIN = /^[^\s\p{C}/?#@\\:%[\]<>"^`{|}_]+$/u;
const DOMAIN =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/** The e-mail address without surrounding blanks; null when no mail could go there. */
export function parseEmail(text: string): string | null {
  const address = text.trim();
  if (address.length > LONGEST_ADDRESS) return null;
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return null;
  return WRITTEN_DOMAIN.test(domain) && DOMAIN.test(domainToASCII(domain)) ? address : null;
}

/** The inbox that an address means: no case, the domain in ASCII. Accepts any text, as `toEmailKey`. */
export function toInbox(text: string): string {
  const address = text.trim().normalize("NFC").toLowerCase().normalize("NFC");
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  const domain = address.slice(at + 1);
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

/**
 * The form in which e-mails are compared: no case, no `+tag`, the domain in ASCII. Accepts any text, so that addresses
 * stored by others can be compared too. Source: wire.md §2 "13 referral".
 */
export function toEmailKey(text: string): string {
  const inbox = toInbox(text);
  const at = inbox.lastIndexOf("@");
  const tag = inbox.slice(0, Math.max(at, 0)).indexOf("+");
  return tag > 0 ? inbox.slice(0, tag) + inbox.slice(at) : inbox;
}

/** An inbox or key with the domain in its own script, as others may have stored it. */
export function withWrittenDomain(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 0 ? address : `${address.slice(0, at)}@${domainToUnicode(address.slice(at + 1))}`;
}

/** An e-mail as it may be shown to somebody else: `a…@e….com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const dot = domain.lastIndexOf(".");
  const first = (text: string): string => `${[...text][0] ?? ""}…`;
  return at < 1 || dot < 0 ? "…" : `${first(local)}@${first(domain.slice(0, dot))}${domain.slice(dot)}`;
}
