import fc from "fast-check";
import type { JsonObject } from "~/http/endpoint/json-schema";
import { ensureBuilt } from "../scripts/building/prepare.mjs";
import { readCommandLine } from "../scripts/command-line/command-line.mjs";
import { crawlAdmin } from "./fuzz/crawl";
import { type FuzzedRequest, listOperations, resolve, toRequests } from "./fuzz/requests";
import { type Measured, startApp } from "./measure/servers";
import {
  cloneDatabase,
  requireAccess,
  requireBenchDatabase,
  requireContracts,
  startBenchServer,
} from "./shop/databases";

/**
 * `npm run fuzz`: requests made from openapi.json, to the built app and a shop of 10,000 contracts. Afterwards it opens
 * the admin's pages, which show the requests' results. Exits with 1 when an answer is a 5xx, has a status that the
 * document does not list, or a body that does not fit its schema; with 2 for a wrong command line.
 */
const USAGE = `npm run fuzz -- [--requests 20000] [--seed <number>]
    Sends requests made from openapi.json. The same seed makes the same requests.`;

const { toNumber, refuse } = readCommandLine(USAGE, { requests: "string", seed: "string" });
const wanted = toNumber("requests", 20_000);
const seed = toNumber("seed", Date.now() % 1e9, { least: 0 });
refuse();
const AT_ONCE = 6;
const PAGES = 600;

await ensureBuilt();
const server = await startBenchServer();
const copy = await cloneDatabase(server, await requireBenchDatabase(server, 10_000));
process.env.DATABASE_URL = copy.url;
// Only now: modules of the app read DATABASE_URL when they are loaded.
const { findMistakes } = await import("../test/support/calls/openapi");
const access = await requireAccess(copy.url);
const app = await startApp(copy.url, access);
try {
  const found = await fuzz(app, await requireContracts(copy.url, 50));
  for (const [what, example] of found) console.log(`${what}\n  ${example}`);
  const { opened, wrong } = await crawlAdmin(`http://127.0.0.1:${app.port}`, access.cookie, PAGES);
  console.log(
    `${opened} pages of the admin opened afterwards, ${wrong.length} with an error of ours.`,
    ...wrong,
  );
  if (found.size + wrong.length > 0) process.exitCode = 1;
} finally {
  await app.stop();
  await copy.drop();
  await server.stop();
}
// The import above has opened a pool that is not used.
process.exit();

/** @returns errors, each with the first request that showed it */
async function fuzz({ port, headers }: Measured, ids: number[]): Promise<Map<string, string>> {
  const origin = `http://127.0.0.1:${port}`;
  const document: JsonObject = await (await fetch(`${origin}/api/external/v2/openapi.json`)).json();
  const operations = listOperations(document);
  const each = Math.ceil(wanted / operations.length);
  const requests = operations.flatMap((operation) =>
    fc.sample(toRequests(document, operation, ids), { numRuns: each, seed }),
  );
  const found = new Map<string, string>();
  const statuses: Record<number, number> = {};
  const check = async ({ operation, path, method, body }: FuzzedRequest) => {
    const type: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
    const response = await fetch(`${origin}${path}`, {
      method,
      body,
      headers: { ...headers, ...type },
      redirect: "manual",
    });
    const text = await response.text();
    const { status } = response;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const note = (what: string) => {
      const name = `${status} ${operation.operationId}: ${what}`;
      if (!found.has(name)) found.set(name, `${method} ${path} ${body ?? ""}`.slice(0, 500));
    };
    if (status >= 500) note("an error of ours");
    if (!operation.responses[status]) return note("the document does not list this status");
    const [content] = Object.entries(
      resolve(document, resolve(document, operation.responses[status]).content),
    );
    if (!content?.[0].includes("json") || text === "") return;
    const mistakes = findMistakes(document, resolve(document, content[1]).schema ?? {}, JSON.parse(text));
    // Problems may have more members than their schema (RFC 9457 §3.2).
    const counted = mistakes.filter((mistake) => status < 400 || !mistake.includes("additional properties"));
    for (const mistake of counted) note(mistake);
  };
  const work = async () => {
    for (let request = requests.pop(); request; request = requests.pop()) await check(request);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(
    `${each * operations.length} requests of ${operations.length} operations, seed ${seed}:`,
    statuses,
  );
  return found;
}
