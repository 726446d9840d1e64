import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "~/features/staff/password";

test("a password fits its own hash only, which is argon2id with OWASP's parameters", async () => {
  const hash = await hashPassword("correct horse battery");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, "correct horse battery")).toBe(true);
  expect(await verifyPassword(hash, "correct horse batterz")).toBe(false);
  expect(await hashPassword("correct horse battery")).not.toBe(hash);
});

test("without an account no password fits", async () => {
  expect(await verifyPassword(null, "correct horse battery")).toBe(false);
});
