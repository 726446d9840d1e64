import { expect, test } from "vitest";
import { ADMIN_PAGES } from "~/ui/shell/admin-pages";
import { toKeyStep } from "~/ui/shell/shortcuts";

test("keys search, help and jump; a letter leads anywhere only after g, to a page that the role may open, and no two to different pages", () => {
  expect(toKeyStep("/", false, "viewer")).toEqual({ does: "search" });
  expect(toKeyStep("?", false, "viewer")).toEqual({ does: "help" });
  expect(toKeyStep("g", false, "viewer")).toEqual({ does: "wait" });
  expect(toKeyStep("c", false, "viewer")).toEqual({ does: "nothing" });
  expect(toKeyStep("c", true, "viewer")).toEqual({ does: "go", to: "/admin/contracts" });
  expect(toKeyStep("g", true, "viewer")).toEqual({ does: "nothing" });
  expect(toKeyStep("/", true, "viewer")).toEqual({ does: "nothing" });
  expect(toKeyStep("n", true, "editor")).toEqual({ does: "go", to: "/admin/contracts/new" });
  expect(toKeyStep("n", true, "viewer")).toEqual({ does: "nothing" });
  const keys = ADMIN_PAGES.flatMap(({ key = [] }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(0);
});
