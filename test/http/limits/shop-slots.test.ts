import { expect, test } from "vitest";
import { createShopSlots } from "~/http/endpoint/shop-slots";

const createSlots = (limits: { perShop: number; inAll: number }) =>
  createShopSlots(limits, { ofShop: "Yours.", ofAll: "All." });
const takeAll = (take: (shopId: number) => () => void, ...shops: number[]) => shops.map((shop) => take(shop));
const busy = expect.objectContaining({
  code: "too_many_requests",
  extra: { headers: { "Retry-After": "60" } },
});

test("a shop has so many uploads at once and no more, whatever others have", () => {
  const take = createSlots({ perShop: 2, inAll: 5 });
  takeAll(take, 1, 1);
  expect(() => take(1)).toThrow(busy);
  takeAll(take, 2, 2);
  expect(() => take(2)).toThrow(busy);
});

test("all shops together have so many uploads and no more", () => {
  const take = createSlots({ perShop: 2, inAll: 3 });
  takeAll(take, 1, 2, 3);
  expect(() => take(4)).toThrow(busy);
});

test("an upload that ends frees one slot, even if its end is reported twice", () => {
  const take = createSlots({ perShop: 1, inAll: 2 });
  const [release] = takeAll(take, 1, 2);
  release?.();
  release?.();
  take(1);
  expect(() => take(1)).toThrow(busy);
  expect(() => take(3)).toThrow(busy);
});

test("one of a shop's two uploads ends -> the other still counts", () => {
  const take = createSlots({ perShop: 2, inAll: 9 });
  const [release] = takeAll(take, 1, 1);
  release?.();
  take(1);
  expect(() => take(1)).toThrow(busy);
});
