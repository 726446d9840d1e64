import { client } from "~db/client.server";

/** The sample: this many places spread over the shop's ids, and this many contracts from each. */
const SAMPLE_PLACES = 200;
const SAMPLE_CONTRACTS = 10;
const GOLDEN_RATIO = 0.618034;

/** Some 2,000 contracts of a shop, in a few milliseconds whatever its size. $1 is the shop, $2 the places. */
export const SAMPLE = `select s.* from unnest($2::bigint[]) place cross join lateral (
  select * from contracts where shop_id = $1 and id >= place order by id limit ${SAMPLE_CONTRACTS}) s`;

/** The places for `SAMPLE`, as a Postgres array. */
export async function findSamplePlaces(shopId: number): Promise<string> {
  const [bounds] = await client<{ least: number; most: number }[]>`
    select coalesce(min(id), 0) as least, coalesce(max(id), 0) as most from contracts where shop_id = ${shopId}`;
  const { least, most } = bounds ?? { least: 0, most: 0 };
  // Not in even steps: those would always or never meet a pattern that repeats every thousandth contract.
  const places = Array.from({ length: SAMPLE_PLACES }, (_, i) =>
    Math.floor(least + ((most - least) * (i + ((i * GOLDEN_RATIO) % 1))) / SAMPLE_PLACES),
  );
  return `{${places.join(",")}}`;
}
