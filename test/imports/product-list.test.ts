import fc from "fast-check";
import { expect, test } from "vitest";
import { type ListedProduct, readProductList } from "~/features/imports/files/product-list.server";
import { toChunks } from "../support/calls/run-import";

async function read(text: string, chunkSize: number) {
  const chunks = toChunks(Buffer.from(text), chunkSize);
  const products: ListedProduct[] = [];
  for await (const product of readProductList(chunks, text.slice(0, 200))) products.push(product);
  return products;
}

test("wherever the chunks end, the products are those that JSON.parse reads", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        before: fc.jsonValue({ maxDepth: 2 }),
        products: fc.array(fc.jsonValue({ maxDepth: 3 })),
        after: fc.jsonValue({ maxDepth: 2 }),
      }),
      fc.constantFrom(undefined, 1, "\t"),
      fc.integer({ min: 1, max: 30 }),
      async (document, indent, chunkSize) => {
        const text = JSON.stringify(document, null, indent);
        const values = (await read(text, chunkSize)).map(({ value }) => value);
        expect(values).toEqual(JSON.parse(text).products);
      },
    ),
    { numRuns: 100 },
  );
});

test("each product has the line it begins on; lists of the same name further in are not the list", async () => {
  const text = '{"shop":{"products":[0]},\n"products":\n[{"products":[1,\n2]},\n\n{"id":2}, 3,\n"four"]}\n';
  expect(await read(text, 5)).toEqual([
    { value: { products: [1, 2] }, line: 3 },
    { value: { id: 2 }, line: 6 },
    { value: 3, line: 6 },
    { value: "four", line: 7 },
  ]);
});
