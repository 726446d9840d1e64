import { hash, type Options, verify } from "@node-rs/argon2";

/** argon2id (the library's default algorithm) with OWASP's first choice of parameters: 19 MiB, two passes, one lane. */
const PARAMETERS: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

let hashOfNobody: Promise<string> | undefined;

/**
 * Whether the password matches the hash. For an unknown account pass null: the same work is done against a hash that no
 * password matches, so that the response time does not reveal which accounts exist.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  hashOfNobody ??= hashPassword(crypto.randomUUID());
  const known = await hashOfNobody;
  const fits = await verify(passwordHash ?? known, password);
  return fits && passwordHash !== null;
}
