import assert from "node:assert/strict";
import type { LoadGenerator, Measured } from "../measure/servers";
import { type Comparison, compare, type Effort } from "./cases";

const GET_BUNDLE = "/api/external/v2/subscription-bundlings/external/get-bundle";

/** Operation 3, one bundle of fifty products after the other, in the app and in a bare handler of the same answers. */
export async function compareBundleReads(
  load: LoadGenerator,
  app: Measured,
  bare: Measured,
  handles: readonly string[],
  effort: Effort,
): Promise<Comparison> {
  const paths = handles.map((handle) => `${GET_BUNDLE}/${handle}`);
  const read = async ({ port, headers }: Measured) =>
    (await fetch(`http://127.0.0.1:${port}${paths[0]}`, { headers })).text();
  // A comparison means something only between equal answers.
  assert.equal(await read(app), await read(bare));
  const many = Array.from({ length: 40 }, () => paths).flat();
  return compare(load, app, bare, () => ({ path: "", paths: many }), effort);
}
