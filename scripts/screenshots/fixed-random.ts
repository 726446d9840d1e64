import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * While `work` runs, random keys, codes and ids are the same each time, for screenshots. Each length has a sequence of
 * its own, because the database driver needs a varying number of bytes.
 */
export async function withFixedRandom<T>(work: () => Promise<T>): Promise<T> {
  const { randomBytes, randomUUID } = crypto;
  const drawn = new Map<number, number>();
  const draw = (size: number): Buffer => {
    const turn = drawn.get(size) ?? 0;
    drawn.set(size, turn + 1);
    return crypto.createHash("shake256", { outputLength: size }).update(`${size} ${turn}`).digest();
  };
  const drawUuid = () =>
    draw(20)
      .toString("hex")
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-a$4-$5");
  replace({ randomBytes: draw, randomUUID: drawUuid });
  try {
    return await work();
  } finally {
    replace({ randomBytes, randomUUID });
  }
}

function replace(functions: object): void {
  Object.assign(crypto, functions);
  syncBuiltinESMExports();
}
