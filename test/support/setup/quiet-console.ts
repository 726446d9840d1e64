import { afterEach, beforeEach, type MockInstance, vi } from "vitest";

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => {});
});

// An unexpected error on the console fails the test. A test that expects one replaces this spy by its own and checks
// what it got.
afterEach(() => {
  const calls = errors.mock.calls.map((call) => call.map(String).join(" "));
  vi.restoreAllMocks();
  if (calls.length > 0) throw new Error(`console.error was called:\n${calls.join("\n")}`);
});
