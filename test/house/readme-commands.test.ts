import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCommandLines, splitArguments, toRequest } from "../support/processes/readme-commands";
import {
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  productsJson,
} from "../support/processes/shop-files";
import { openFreshDataFolder } from "../support/processes/start-process";

// A machine where the README has just been read: `npm start` on an empty data folder, and its examples as they stand.
const readme = readFileSync("README.md", "utf8");
const lines = listCommandLines(readme);
const links = [...readme.matchAll(/<(http:[^>]+)>/g)].map(([, link = ""]) => link);
const fresh = openFreshDataFolder();
let origin: URL;
let variables: Record<string, string>;

beforeAll(async () => {
  const started = await fresh.start();
  origin = new URL(started.origin);
  const [, KEY = ""] = await started.printed(/API key of the demo shop, shown this once: (\S+)/);
  variables = { KEY };
});
afterAll(() => fresh.remove());

const isRequest = (line: string) => line.startsWith("curl ");
const runsCommand = (line: string) => line.startsWith("npm run ");

test("every command line of the README is one of those tried here, or how to start and test", () => {
  const others = lines.filter((line) => !isRequest(line) && !runsCommand(line));
  expect(others).toEqual(["npm start", "npm test"]);
  expect(lines.filter(isRequest).length).toBeGreaterThan(4);
});

async function expectAnswered({ url, init }: { url: URL; init?: RequestInit }): Promise<void> {
  expect(url.host).toBe("localhost:3000");
  url.port = origin.port;
  const response = await fetch(url, init);
  const answer = await response.text();
  expect([response.ok, answer]).toEqual([true, answer]);
}

test.each(lines.filter(isRequest))("after a fresh start this is answered with 2xx: %s", (line) =>
  expectAnswered(toRequest(splitArguments(line, variables))),
);

test.each(links)("after a fresh start this opens: %s", (link) => expectAnswered({ url: new URL(link) }));

test("beside a running start the commands of the README end well, one after the other", async () => {
  const files: Record<string, string> = {
    "products.json": productsJson(),
    "customers.csv": customersCsv([customerRow()]),
    "contracts.csv": contractsCsv([headRow("a")]),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(fresh.folder, name), text);
  for (const line of lines.filter(runsCommand)) {
    const [npm = "", ...given] = splitArguments(line, variables);
    const args = given.map((each) => (each in files ? path.join(fresh.folder, each) : each));
    expect(await fresh.run(args, {}, npm).ended).toEqual({ code: 0, output: expect.any(String) });
  }
});

test("a worker beside a running start says that it runs, until it gets SIGTERM", async () => {
  const worker = fresh.run(["run", "worker"], {}, "npm");
  await worker.printed(/worker is running/i);
  worker.child.kill("SIGTERM");
  await worker.ended;
});
