import { expect, test } from "vitest";
import { createShortCache } from "~/lib/short-cache";

const at = (milliseconds: number): Date => new Date(Date.UTC(2026, 0, 1) + milliseconds);

function createCounted(answer: string | null = "found") {
  const asked: string[] = [];
  const cache = createShortCache<string>();
  const get = (key: string, milliseconds = 0) =>
    cache.get(key, at(milliseconds), async () => {
      asked.push(key);
      return answer;
    });
  return { asked, cache, get };
}

test("calls at the same time share one query, and what it found lasts two seconds of the clock passed in", async () => {
  const { asked, get } = createCounted();
  expect(await Promise.all([get("a"), get("a"), get("b")])).toEqual(["found", "found", "found"]);
  await get("a", 1999);
  expect(asked).toEqual(["a", "b"]);
  await get("a", 2000);
  expect(asked).toEqual(["a", "b", "a"]);
});

test("misses and failures are not cached", async () => {
  const { asked, get } = createCounted(null);
  await get("a");
  await get("a");
  expect(asked).toEqual(["a", "a"]);
  const cache = createShortCache<string>();
  await expect(cache.get("a", at(0), () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await cache.get("a", at(0), async () => "back")).toBe("back");
});

test("an entry dropped while it is being loaded does not affect a later load", async () => {
  const { asked, cache, get } = createCounted();
  let answer = (_: string | null) => {};
  const first = cache.get("a", at(0), () => new Promise((resolve) => (answer = resolve)));
  expect(cache.forget("a")).toBe(true);
  await get("a");
  answer(null);
  expect(await first).toBeNull();
  await get("a");
  expect(asked).toEqual(["a"]);
});

test("past ten thousand keys the one asked least recently leaves", async () => {
  const { asked, get } = createCounted();
  await Promise.all(Array.from({ length: 10_000 }, (_, index) => get(String(index))));
  await get("0");
  await get("one more");
  await get("0");
  expect(asked).toHaveLength(10_001);
  await get("1");
  expect(asked.at(-1)).toBe("1");
  expect(asked).toHaveLength(10_002);
});
