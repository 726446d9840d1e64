import { expect, test } from "vitest";
import { ADMIN_PAGES } from "~/ui/shell/admin-pages";
import { toKeyStep } from "~/ui/shell/shortcuts";

test("keys search, help and jump; a letter leads anywhere only after g, and no two to different pages", () => {
  expect(toKeyStep("/", false)).toEqual({ does: "search" });
  expect(toKeyStep("?", false)).toEqual({ does: "help" });
  expect(toKeyStep("g", false)).toEqual({ does: "wait" });
  expect(toKeyStep("c", false)).toEqual({ does: "nothing" });
  expect(toKeyStep("c", true)).toEqual({ does: "go", to: "/admin/contracts" });
  expect(toKeyStep("g", true)).toEqual({ does: "nothing" });
  expect(toKeyStep("/", true)).toEqual({ does: "nothing" });
  const keys = ADMIN_PAGES.flatMap(({ key = [] }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(0);
});
