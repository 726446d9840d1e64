import { expect, test } from "vitest";
import { readAt, writeAt } from "~/lib/pointers";

const draft = {
  name: "Box",
  rows: [
    { key: "0", code: "A" },
    { key: "1", code: "B" },
  ],
  isOpen: true,
};

test("a pointer leads to a field, to a row and into a row; elsewhere there is nothing", () => {
  expect(readAt(draft, "/name")).toBe("Box");
  expect(readAt(draft, "/rows/1/code")).toBe("B");
  expect(readAt(draft, "/rows/1")).toBe(draft.rows[1]);
  expect(readAt(draft, "/rows/2/code")).toBeUndefined();
  expect(readAt(draft, "/toString")).toBeUndefined();
});

test("writing at a pointer changes that place only, in a copy", () => {
  const changed = writeAt(draft, "/rows/1/code", "C");
  expect(changed).toEqual({ ...draft, rows: [draft.rows[0], { key: "1", code: "C" }] });
  expect(changed.rows[0]).toBe(draft.rows[0]);
  expect(draft.rows[1]?.code).toBe("B");
  expect(writeAt(draft, "/isOpen", false)).toEqual({ ...draft, isOpen: false });
});
