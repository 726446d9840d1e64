import { expect, test } from "vitest";
import { toConflictLines } from "~/features/bundles/admin/ui/kit/conflict-labels";
import { toTitles } from "~/features/bundles/admin/ui/kit/product-titles";
import { toDraft, toPayload } from "~/features/bundles/configure/bundle-draft";
import { bundleDraft, bundleProduct } from "../support/data/bundles";

const variant = (id: number, title: string) => ({ id, title, price: "1", available: true, isDeleted: false });
const titles = toTitles(
  new Map(
    ["Espresso", "Earl Grey", "Honey"].map((title, index) => {
      const id = index + 1;
      const variants = [variant(id * 10, "Small"), ...(id === 1 ? [variant(11, "Large")] : [])];
      return [id, { id, title, image: null, isDeleted: false, variants }];
    }),
  ),
);
const payload = (overrides: Parameters<typeof bundleDraft>[0]) => toPayload(toDraft(bundleDraft(overrides)));

test("of two versions of a list the entries that differ stand side by side, with their places and names", () => {
  const mine = payload({ products: [bundleProduct(1, 11), bundleProduct(2, 20), bundleProduct(3, 30)] });
  const theirs = payload({
    products: [
      bundleProduct(1, 11),
      bundleProduct(3, 30, { quantity: 2 }),
      bundleProduct(2, 20, { subVariantIds: [10] }),
    ],
  });
  expect(toConflictLines("products", [mine.products, theirs.products], titles)).toEqual({
    yours: ["2. Earl Grey × 1", "3. Honey × 1"],
    others: ["2. Honey × 2", "3. Earl Grey × 1 (or Espresso, Small)"],
  });
});

test("what one version lacks is a dash in it", () => {
  const mine = payload({ tieredDiscount: [{ quantity: 3, discount: "5" }] });
  expect(toConflictLines("tieredDiscount", [mine.tieredDiscount, []], titles)).toEqual({
    yours: ["1. From 3: 5%"],
    others: ["–"],
  });
});

test("of long texts the part where they differ is shown", () => {
  const start = "same ".repeat(100);
  const { yours, others } = toConflictLines(
    "bundleTopHtml",
    [`${start}mine${start}`, `${start}theirs${start}`],
    titles,
  );
  expect([yours[0], others[0]]).toEqual([
    expect.stringMatching(/^…(same )+mine/),
    expect.stringMatching(/^…(same )+theirs/),
  ]);
});

test("words of a choice, yes and no, and nothing", () => {
  expect(toConflictLines("buildABoxType", ["CLASSIC", "INFINITE"], titles)).toEqual({
    yours: ["Ready-made box"],
    others: ["Endless box"],
  });
  expect(toConflictLines("trackInventory", [true, false], titles)).toEqual({
    yours: ["Yes"],
    others: ["No"],
  });
  expect(toConflictLines("description", ["", "Mine"], titles)).toEqual({ yours: ["–"], others: ["Mine"] });
});
