import { readFileSync } from "node:fs";

/** Settings that hold a secret: each may come from a file, whose path is in `<name>_FILE`. */
export const SECRET_SETTINGS = [
  "DATABASE_URL",
  "APP_SECRET",
  "PORTAL_TOKEN_KEYS",
  "SMTP_URL",
  "METRICS_TOKEN",
  "SMS_GATEWAY_SECRET",
] as const;

type Variables = Record<string, string | undefined>;
/** @field problems one line each, with the variable's name in front */
type Read = { variables: Variables; problems: string[] };

/**
 * Adds the secrets from files, as container platforms and systemd provide them. A variable that is set itself takes
 * precedence: `npm start` passes the database's address to its processes. White space around a secret is removed.
 */
export function readSecretFiles(variables: Variables): Read {
  const read: Read = { variables: { ...variables }, problems: [] };
  for (const name of SECRET_SETTINGS) {
    const file = variables[`${name}_FILE`];
    if (!file || variables[name]) continue;
    try {
      const secret = readFileSync(file, "utf8").trim();
      if (secret === "") read.problems.push(`${name}_FILE: the file ${file} is empty`);
      read.variables[name] = secret;
    } catch (error) {
      read.problems.push(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return read;
}

/** Characters that differ: 16 random hexadecimal digits have ten of them, "abcabcabc…" has three. */
const LEAST_DIFFERENT = 7;
/** Of 32 random bytes about 30 differ; fewer than this are never seen. */
const LEAST_DIFFERENT_BYTES = 20;
const PLACEHOLDER = /change.?me|secret|passw|example|default|qwerty|letmein|postgres|^0?123456789|^abcdefgh/i;

const isGuessable = (secret: string): boolean =>
  PLACEHOLDER.test(secret) || new Set(secret).size < LEAST_DIFFERENT;
const isRandomKey = (key: string): boolean =>
  new Set(Buffer.from(key, "base64url")).size >= LEAST_DIFFERENT_BYTES;

const TOKENS = ["APP_SECRET", "METRICS_TOKEN", "SMS_GATEWAY_SECRET"] as const;
const URLS = ["DATABASE_URL", "SMTP_URL"] as const;
type Secrets = Partial<Record<(typeof TOKENS)[number] | (typeof URLS)[number], string>> & {
  PORTAL_TOKEN_KEYS?: string[];
};

/** What is wrong with the secrets of a service that is meant for customers; one line each. */
export function findWeakSecrets(secrets: Secrets): string[] {
  const problems = TOKENS.flatMap((name) =>
    secrets[name] !== undefined && isGuessable(secrets[name])
      ? [`${name}: can be guessed; draw one at random, e.g. with \`openssl rand -hex 32\``]
      : [],
  );
  if (secrets.PORTAL_TOKEN_KEYS?.some((key) => !isRandomKey(key)))
    problems.push("PORTAL_TOKEN_KEYS: holds a key that was not drawn at random");
  for (const name of URLS)
    if (secrets[name] !== undefined && hasWeakPassword(new URL(secrets[name])))
      problems.push(
        `${name}: its password can be guessed; give that user another, e.g. from \`openssl rand -hex 32\``,
      );
  return problems;
}

/** A host that the network does not lead to: this machine, or a socket (no host, or its path in the host's place). */
const LOCAL_HOST = /^$|^%2f|(^|\.)localhost$|^127\.|^\[::1\]$/i;

/** Without a password there is nothing to guess here: a certificate or the server's own rules decide. */
function hasWeakPassword({ hostname, username, password }: URL): boolean {
  if (password === "" || LOCAL_HOST.test(hostname)) return false;
  const plain = decode(password);
  return isGuessable(plain) || plain.toLowerCase() === decode(username).toLowerCase();
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
