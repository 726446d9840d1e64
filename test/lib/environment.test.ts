import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEnvironment } from "~/lib/environment/environment";
import { SECRET_SETTINGS } from "~/lib/environment/secrets";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeSecret(text: string): string {
  const file = path.join(folder, randomBytes(4).toString("hex"));
  writeFileSync(file, text);
  return file;
}
const draw = () => randomBytes(32).toString("hex");

describe("secrets in files", () => {
  test("are read without the line end that editors add", () => {
    const secret = draw();
    const { APP_SECRET } = parseEnvironment({ APP_SECRET_FILE: writeSecret(`${secret}\n`) });
    expect(APP_SECRET).toBe(secret);
  });

  test("are checked as those in variables are, and named by the setting", () => {
    expect(() => parseEnvironment({ DATABASE_URL_FILE: writeSecret("mysql://db") })).toThrow(
      "DATABASE_URL: has to be a URL like postgres://",
    );
  });

  test("give way to the variable, which `npm start` passes to its processes", () => {
    const file = writeSecret("postgres://from-a-file/db");
    const read = parseEnvironment({ DATABASE_URL: "postgres://set/db", DATABASE_URL_FILE: file });
    expect(read.DATABASE_URL).toBe("postgres://set/db");
  });

  test("that are not there or empty are all reported at once, with what else is wrong", () => {
    const missing = path.join(folder, "missing");
    const empty = writeSecret("\n");
    const read = () =>
      parseEnvironment({
        SMTP_URL_FILE: missing,
        METRICS_TOKEN_FILE: empty,
        PORT: "nine",
        LOG_LEVEL: "loud",
      });
    for (const name of ["SMTP_URL_FILE", "METRICS_TOKEN_FILE", "PORT", "LOG_LEVEL"])
      expect(read).toThrow(name);
  });

  test("are all in the README", () => {
    const readme = readFileSync("README.md", "utf8");
    for (const name of SECRET_SETTINGS) expect(readme).toContain(`\`${name}_FILE\``);
  });
});

describe("secrets that can be guessed", () => {
  const guessable = {
    APP_SECRET: "change-me-please-1",
    METRICS_TOKEN: "abababababababab",
    SMS_GATEWAY_SECRET: "my-default-token-1",
    DATABASE_URL: "postgres://perennial:postgres@db.internal:5432/perennial",
    SMTP_URL: "smtps://mailer:pass%77ord1@mail.example.com:465",
    PORTAL_TOKEN_KEYS: "A".repeat(43),
  };

  test.each(Object.entries(guessable))("%s is refused, and not repeated in the message", (name, value) => {
    const read = () => parseEnvironment({ [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow(value);
  });

  test("are let through in development only", () => {
    const read = (NODE_ENV: string) => () => parseEnvironment({ ...guessable, NODE_ENV });
    expect(read("development")()).toMatchObject({ APP_SECRET: guessable.APP_SECRET });
    for (const NODE_ENV of ["production", "test"]) expect(read(NODE_ENV)).toThrow("APP_SECRET");
  });

  test("are all named at once", () => {
    const read = () => parseEnvironment(guessable);
    for (const name of Object.keys(guessable)) expect(read).toThrow(new RegExp(`^  ${name}: `, "m"));
  });

  test.each(["perennial", "aaaa1111bbbb", "hunter%zz-example"])(
    "the password %s is refused at a database on another machine",
    (password) => {
      const DATABASE_URL = `postgres://perennial:${password}@192.0.2.7/perennial`;
      expect(() => parseEnvironment({ DATABASE_URL })).toThrow("DATABASE_URL");
    },
  );

  test.each([
    "postgres://perennial:perennial@localhost:5432/perennial",
    "postgres://perennial:perennial@127.0.0.2/perennial",
    "postgres://perennial:perennial@[::1]/perennial",
    "postgres://perennial:perennial@%2Fvar%2Frun%2Fpostgresql/perennial",
    "postgres://nobody@db.internal/perennial",
  ])("a database on this machine, or one without a password, is left alone: %s", (DATABASE_URL) => {
    expect(parseEnvironment({ DATABASE_URL })).toMatchObject({ DATABASE_URL });
  });

  test("random secrets never count as guessable", () => {
    for (let drawn = 0; drawn < 500; drawn++)
      parseEnvironment({
        APP_SECRET: draw(),
        METRICS_TOKEN: draw(),
        SMS_GATEWAY_SECRET: draw(),
        DATABASE_URL: `postgres://perennial:${draw()}@db.internal/perennial`,
        SMTP_URL: `smtps://mailer:${draw()}@mail.example.com:465`,
        PORTAL_TOKEN_KEYS: randomBytes(32).toString("base64url"),
      });
  });
});
