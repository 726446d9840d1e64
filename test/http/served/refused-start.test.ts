import { afterAll, expect, test } from "vitest";
import { serveApp, stopServedApps } from "../../support/processes/served-app";

afterAll(stopServedApps);

test.each([
  ["a variable that is not usable", { DATABASE_URL: "nonsense", LOG_LEVEL: "silent" }, "DATABASE_URL: "],
  ["one that is missing", { DATABASE_URL: "" }, "DATABASE_URL: is not set"],
])("a web process says why it does not start: %s", async (_, environment, why) => {
  await expect(serveApp(environment)).rejects.toThrow(why);
});
