import { expect, test } from "vitest";
import { makeCustomers } from "../../scripts/demo/demo-people";
import { createRandom } from "../../scripts/demo/random";
import { NOW } from "../support/data/factories";

test("every customer of the demo shop lives in a street with a name and a number", () => {
  const streets = makeCustomers(1, 2000, NOW, createRandom(1)).map(
    ({ defaultAddress }) => defaultAddress.address1,
  );
  expect(new Set(streets.filter((street) => !/\p{L}.*\d|\d.*\p{L}{2}/u.test(street ?? "")))).toEqual(
    new Set(),
  );
});
