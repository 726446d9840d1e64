import { expect, test } from "vitest";
import { toOrigin } from "../../../scripts/processes/web-process";

test.each([
  [undefined, "http://127.0.0.1:3000"],
  ["", "http://127.0.0.1:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["192.0.2.7", "http://192.0.2.7:3000"],
  ["localhost", "http://localhost:3000"],
  ["::", "http://[::1]:3000"],
  ["::1", "http://[::1]:3000"],
  ["2001:DB8::7", "http://[2001:db8::7]:3000"],
])("a start that listens on %s asks whether it is ready at %s", (host, origin) => {
  expect(toOrigin(host, 3000)).toBe(origin);
});

test("a HOST that no address can be made of ends a start, which would wait for ever", () => {
  expect(() => toOrigin("fe80::1%eth0", 3000)).toThrow("Invalid URL");
});
