import { z } from "zod";

const flag = z
  .enum(["true", "false", "1", "0"])
  .default("false")
  .transform((value) => value === "true" || value === "1");

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(500).default(10),
  /** Whether X-Forwarded-For / -Host / -Proto count (wire.md §1 "Client address and proxies"). */
  TRUST_PROXY: flag,
  STORE_DOMAIN_SUFFIX: z
    .string()
    .regex(/^(\.[a-z0-9-]+)+$/)
    .default(".mystore.example"),
  GID_NAMESPACE: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .default("platform"),
  RATE_LIMIT_PER_SECOND: z.coerce.number().min(0).default(100),
  RATE_LIMIT_BURST: z.coerce.number().int().min(1).default(1000),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  /** CSP sources that catalogue images may come from, space separated. */
  CATALOGUE_IMAGE_SOURCES: z.string().default("https:"),
  IMPORT_MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(4 * 1024 ** 3),
});

export type Env = z.infer<typeof schema>;

function parseEnv(): Env {
  const result = schema.safeParse(process.env);
  if (result.success) return result.data;
  const problems = result.error.issues
    .map((issue) => `  ${issue.path.join(".")}: ${issue.message}`)
    .join("\n");
  throw new Error(`The environment is not usable:\n${problems}\nThe README lists every variable.`);
}

/** Every environment variable the app reads, parsed once at start. The README lists them. */
export const env: Env = parseEnv();
