import { z } from "zod";
import { findWeakSecrets, readSecretFiles } from "./secrets";

const flag = z.enum(["true", "false", "1", "0"]).transform((value) => value === "true" || value === "1");

/**
 * Every environment variable, for the app, the command line and `npm start` alike; the README repeats the descriptions
 * (test/house/readme.test.ts). Nothing else reads `process.env` for settings, except the plain JavaScript that
 * runs before this can be loaded: the serving preload (LOG_LEVEL, NODE_ENV, PUBLIC_URL, TRUST_PROXY and the limits of
 * slow-clients.mjs).
 */
export const environmentSchema = z.object({
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "has to be a URL like postgres://user:password@host:5432/name",
    })
    .optional()
    .describe("Postgres to use. Without it an embedded one runs, and the server listens on 127.0.0.1 only."),
  DATABASE_POOL_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(10)
    .describe("Connections to the database per process."),
  PGAPPNAME: z
    .string()
    .default("perennial")
    .describe(
      "Name of the connections in `pg_stat_activity`; process and machine are appended, cut at 63 bytes.",
    ),
  DATABASE_PATIENCE_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(60_000)
    .default(2500)
    .describe(
      "Milliseconds without any answer after which the database counts as hanging: requests then get 503 until it answers again.",
    ),
  DATABASE_STATEMENT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(600_000)
    .default(15_000)
    .describe(
      "Milliseconds that a statement of a web process may take. Longer ones are cancelled, and their requests get 503. If no connection becomes free for twice this time, the requests that wait for one get 503, too.",
    ),
  READY_WITHIN_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(60_000)
    .default(1500)
    .describe("Milliseconds within which the database has to answer for `/readyz` to answer 200."),
  DATA_DIR: z
    .string()
    .optional()
    .describe("Folder of the embedded database and generated secrets. Default: `.data` beside the sources."),
  HOST: z
    .string()
    .optional()
    .describe("Address to listen on. Default: all of them; without DATABASE_URL always 127.0.0.1."),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe("Port to listen on. Default: the first free one from 3000 on."),
  WEB_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe(
      "Web processes that `npm start` runs on the port: about one for each core that is free for them. One that ends is replaced.",
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "has to be a URL like https://subscriptions.example.com" })
    .refine(
      (text) => /^https?:\/\/[^/?#@]+\/?$/i.test(text),
      "has to be scheme and host alone, without a path",
    )
    .transform((text) => new URL(text).origin)
    .optional()
    .describe(
      "Where the service is reached, like `https://subscriptions.example.com`: addresses in the API's answers and in sign-in links begin with it, and no shop's public domain may be its host. The admin is there only (and at loopback addresses). A loopback address needs none, unless TRUST_PROXY is set.",
    ),
  NODE_ENV: z
    .enum(["development", "production", "test"])
    .default("production")
    .describe("Set by `npm start` and `npm run dev`."),
  TRUST_PROXY: flag
    .default(false)
    .describe(
      "`true` behind a reverse proxy that sets X-Forwarded-For, -Host and -Proto: the client's address, the host and the scheme are then taken from these headers.",
    ),
  HEAD_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(30_000)
    .describe("Milliseconds within which the head of a request has to arrive."),
  BODY_IDLE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(60_000)
    .describe("Milliseconds without a byte after which the body of a request is given up."),
  STORE_DOMAIN_SUFFIX: z
    .string()
    .regex(/^(\.[a-z0-9-]+)+$/, "has to look like .mystore.example")
    .default(".mystore.example")
    .describe("What every store domain of the commerce platform ends in."),
  GID_NAMESPACE: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, "has to be a lower-case word")
    .default("platform")
    .describe("The namespace in `gid://<namespace>/<Type>/<id>`."),
  RATE_LIMIT_PER_SECOND: z.coerce
    .number()
    .min(0)
    .default(100)
    .describe(
      "API calls and page visits per second that each caller may make in the long run, over all processes; 0 = no limit. A caller is a key, a session of staff, a customer, or else an address (behind a reverse proxy everybody has its address, unless TRUST_PROXY is set). A shop can set less for its keys.",
    ),
  RATE_LIMIT_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .default(1000)
    .describe(
      "API calls and page visits that a caller may make at once before the limit per second applies.",
    ),
  WRONG_CREDENTIALS_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .describe(
      "Calls with a wrong key, token or signature that an address may make at once; one more each second.",
    ),
  APP_SECRET: z
    .string()
    .min(16, "has to have at least 16 characters")
    .optional()
    .describe(
      "The app's secret on the commerce platform, which signs what its app proxy forwards. Without it signed requests are off.",
    ),
  PORTAL_TOKEN_KEYS: z
    .string()
    .transform((keys) => keys.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z
        .array(z.string().regex(/^[\w-]{43}$/, "each has to be 32 random bytes in base64url (43 characters)"))
        .min(1, "has to hold at least one key"),
    )
    .optional()
    .describe(
      "Keys that seal portal links, the shops' keys at Stripe, and the secrets of webhooks and of two-step sign-in; newest first, separated by spaces. The first is used for sealing, all of them for opening. Each is 32 random bytes in base64url. The same on every machine; without it one is made in the data folder. To change it: docs/operations.md, “Another key”.",
    ),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: "has to be a URL like https://api.stripe.com" })
    .optional()
    .describe("Where the API of Stripe is. Only for trying things out against a server of your own."),
  STRIPE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30_000)
    .default(15_000)
    .describe("Milliseconds that an answer of Stripe may take."),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "has to be a URL like smtps://user:password@mail.example.com:465" })
    .optional()
    .describe(
      "Mail server that takes the mails to customers. Without it they go into the folder `mails` of the data folder, and on the page “Mails”.",
    ),
  SMTP_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30_000)
    .default(10_000)
    .describe(
      "Milliseconds that the mail server may take for its greeting; for a whole mail, three times as long.",
    ),
  MAIL_FROM: z
    .email("has to be an e-mail address")
    .optional()
    .describe(
      "Sender's address of all mails, beside the shop's name. Default: `no-reply@` and the shop's store domain.",
    ),
  BOUNCE_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, "has to be a domain like bounces.example.com")
    .optional()
    .describe(
      "Domain whose mail (MX record) arrives at BOUNCE_PORT of the worker: mails returned there count as bounced. Without it only mails that the mail server refuses at once count.",
    ),
  BOUNCE_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .default(2525)
    .describe("Port on which the worker takes returned mails, if BOUNCE_DOMAIN is set."),
  SMS_GATEWAY_URL: z
    .url({ protocol: /^https?$/, error: "has to be a URL like https://sms.example.com/send" })
    .optional()
    .describe(
      "Who takes the text messages to customers: one POST each ([docs/sms.md](docs/sms.md)). Without it they go into the folder `text-messages` of the data folder, and on the page “Text messages”.",
    ),
  SMS_GATEWAY_SECRET: z
    .string()
    .min(16, "has to have at least 16 characters")
    .optional()
    .describe("Bearer token for SMS_GATEWAY_URL."),
  SMS_GATEWAY_INNER_HOSTS: z
    .string()
    .transform((hosts) =>
      hosts
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .pipe(
      z.array(
        z.string().regex(/^[a-z0-9._-]+$|^[0-9a-f:]+$/, "has to be names or addresses, separated by spaces"),
      ),
    )
    .optional()
    .describe(
      "Hosts inside your own network that SMS_GATEWAY_URL may name, separated by spaces. All other private addresses stay refused, and webhooks are never sent there.",
    ),
  SMS_FROM: z
    .string()
    .max(20, "has to have at most 20 characters")
    .optional()
    .describe("Sender of all text messages, a number or a name, as the gateway wants it."),
  WEBHOOKS_ALLOW_LOOPBACK: flag
    .default(false)
    .describe(
      "`true` lets webhooks and text messages go to this machine itself, for development. Other private addresses are refused, except for SMS_GATEWAY_INNER_HOSTS.",
    ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe("Bearer token for `/metrics`. Without it only callers on the same machine may read them."),
  WEB_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_000)
    .optional()
    .describe(
      "Port on which a web process answers `/metrics` besides PORT; with WEB_CONCURRENCY each has its own, this one and those after it.",
    ),
  WORKER_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      "Port on which a worker answers `/metrics`, by the same rules; 0 = any free one. Without it workers have none.",
    ),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .describe("Least level of log lines on standard output; `info` has one line a request."),
  CATALOGUE_IMAGE_SOURCES: z
    .string()
    .regex(/^[^;,"]*$/, "has to be Content-Security-Policy sources, separated by spaces")
    .default("https:")
    .describe("Where product images may come from, as Content-Security-Policy sources separated by spaces."),
  IMPORT_MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(4 * 1024 ** 3)
    .describe("Largest file an import takes, in bytes."),
  IMPORT_UPLOADS: z.coerce
    .number()
    .int()
    .min(1)
    .default(8)
    .describe("Uploads that a process takes at once; each holds a connection beside DATABASE_POOL_MAX."),
  IMPORT_UPLOADS_PER_SHOP: z.coerce
    .number()
    .int()
    .min(1)
    .default(2)
    .describe("Of these, uploads of one shop."),
  EXPORTS_PER_SHOP: z.coerce
    .number()
    .int()
    .min(1)
    .default(4)
    .describe("CSV files that a process makes for one shop at once."),
  IMPORT_IDLE_SECONDS: z.coerce
    .number()
    .positive()
    .max(86_400)
    .default(60)
    .describe("Seconds without a byte after which an upload is ended; nothing of it is imported."),
  SHOP_DELETION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(30)
    .describe("Days after which the data of a closed shop is deleted; until then an owner can reopen it."),
  IMPORT_MAX_SECONDS: z.coerce
    .number()
    .positive()
    .max(86_400)
    .default(7200)
    .describe(
      "Seconds that an upload may keep us waiting in all, after which it is ended, too: until its end Postgres keeps every row that was deleted anywhere meanwhile.",
    ),
  IMPORT_KEPT_ERRORS: z.coerce
    .number()
    .int()
    .min(0)
    .default(10_000)
    .describe("Errors, and as many warnings, that are kept of an import; further ones are only counted."),
});

export type Environment = z.infer<typeof environmentSchema>;

/** Its message is for the person who set the variables: commands print only this (scripts/run.mjs knows its name). */
export class EnvironmentRefused extends Error {
  override name = "EnvironmentRefused";
}

/**
 * The environment as the schema understands it; an empty variable counts as absent (compose files pass on what is not set).
 * @throws EnvironmentRefused naming every variable that is not usable. Values are not repeated: they may be secret.
 */
export function parseEnvironment(variables: Record<string, string | undefined>): Environment {
  const { variables: read, problems } = readSecretFiles(variables);
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ""));
  const result = environmentSchema.safeParse(given);
  if (!result.success)
    problems.push(...result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  else if (result.data.NODE_ENV !== "development") problems.push(...findWeakSecrets(result.data));
  if (result.success && problems.length === 0) return result.data;
  const lines = problems.map((problem) => `  ${problem}`).join("\n");
  throw new EnvironmentRefused(`The environment is not usable:\n${lines}\nThe README lists every variable.`);
}
