import { afterEach, beforeEach, type MockInstance, vi } from "vitest";

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => {});
});

// Nobody expected what the code reports as an error. A test that does expect it puts its own spy in place of this one
// and looks at what it got.
afterEach(() => {
  const calls = errors.mock.calls.map((call) => call.map(String).join(" "));
  vi.restoreAllMocks();
  if (calls.length > 0) throw new Error(`console.error was called:\n${calls.join("\n")}`);
});
