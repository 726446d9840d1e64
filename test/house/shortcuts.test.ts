import { expect, test } from "vitest";
import { JUMPS, toKeyStep } from "~/ui/shell/shortcuts";

test("keys search, help and jump; a letter leads anywhere only after g, and no two to different pages", () => {
  expect(toKeyStep("/", false)).toEqual({ does: "search" });
  expect(toKeyStep("?", false)).toEqual({ does: "help" });
  expect(toKeyStep("g", false)).toEqual({ does: "wait" });
  expect(toKeyStep("c", false)).toEqual({ does: "nothing" });
  expect(toKeyStep("c", true)).toEqual({ does: "go", to: "/admin/contracts" });
  expect(toKeyStep("g", true)).toEqual({ does: "nothing" });
  expect(toKeyStep("/", true)).toEqual({ does: "nothing" });
  expect(new Set(JUMPS.map(({ key }) => key)).size).toBe(JUMPS.length);
});
