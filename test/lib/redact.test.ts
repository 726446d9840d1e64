import { expect, test } from "vitest";
import { toSafeError } from "~/lib/logger.server";
import { redactSecrets } from "~/lib/redact";

const SECRETS = {
  "an API key": `prn_1z_${"aB3-".repeat(8)}`,
  "a portal token": "eyJhbGciOiJkaXIifQ..5eZ_7-x.Yk9w.q3T",
  "a signature": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "a session token": "x4Jk0aVb-Q9sD_1LmN7pRtUw2YzC5eF8gH3iK6oB0cE",
  "an e-mail": "ada.lovelace+shop@mail.example.co.uk",
  "a card number": "4242 4242 4242 4242",
  "a card number without spaces": "378282246310005",
};

test.each(Object.entries(SECRETS))(
  "%s is taken out of a message, wherever it stands in it",
  (_what, secret) => {
    for (const message of [
      secret,
      `no such thing: "${secret}".`,
      `a=1&key=${secret}&b=2`,
      `(${secret})\n${secret}`,
    ])
      expect(redactSecrets(message)).not.toContain(secret);
  },
);

test.each([
  "GET /x?api_key=hunter2&size=3",
  'token: "hunter2"',
  "password=hunter2",
  "signature=hunter2",
  "postgres://perennial:hunter2@127.0.0.1:5432/perennial",
])("what is named as secret is taken out of %s", (message) => {
  expect(redactSecrets(message)).not.toContain("hunter2");
});

test.each([
  "relation contracts does not exist",
  "connect ECONNREFUSED 127.0.0.1:5432",
  "Contract 10000000421 of shop 3 has 2 lines, next on 2026-03-02T12:00:00Z",
])("%s is left as it is", (message) => {
  expect(redactSecrets(message)).toBe(message);
});

test("an error is logged by class, code and place; what a statement was given stays out", () => {
  const cause = Object.assign(new Error('invalid input syntax for type bigint: "hunter2"'), {
    name: "PostgresError",
    code: "22P02",
    detail: "Key (email)=(hunter2) already exists.",
    constraint_name: "staff_accounts_email_key",
  });
  const error = new Error("Failed query: select * from staff where email = $1\nparams: hunter2", { cause });
  const logged = toSafeError(error);
  expect(logged).toMatchObject({
    type: "Error",
    message: "Failed query: select * from staff where email = $1",
    cause: { type: "PostgresError", code: "22P02", constraint: "staff_accounts_email_key" },
  });
  expect(logged.stack).toMatch(/^ {4}at .*redact\.test\.ts/);
  expect(JSON.stringify(logged)).not.toContain("hunter2");
});

test("causes in a circle end", () => {
  const error = new Error("a");
  error.cause = new Error("b", { cause: error });
  expect(JSON.stringify(toSafeError(error))).toContain('"b"');
});
