const REDACTED = "[redacted]";

const SECRETS: [RegExp, string][] = [
  // Our keys, encrypted tokens (JWE: five parts), anything similarly long with letters and digits.
  [/\bprn_[0-9a-z]+_[\w-]+/g, REDACTED],
  [/\beyJ[\w-]*(?:\.[\w-]*){2,4}/g, REDACTED],
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g, REDACTED],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g, REDACTED],
  // 13–19 digits, perhaps in groups: a card number. Platform ids are as long; losing them in a message does no harm.
  [/\b\d(?:[ -]?\d){12,18}\b/g, REDACTED],
  [/\b(api_key|token|signature|password|secret)(["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi, `$1$2${REDACTED}`],
  [/(\/\/[^\s/:@]*):[^\s/@]+@/g, `$1:${REDACTED}@`],
];

/**
 * A message without anything that must never be printed: keys, tokens, signatures, passwords, e-mails, card numbers. A
 * second line of defence: our code puts no such things into messages, but libraries quote the input they fail on.
 */
export const redactSecrets = (text: string): string =>
  SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
