import fc from "fast-check";
import type { JsonObject } from "~/http/endpoint/json-schema";
import { ensureBuilt } from "../scripts/building/prepare.mjs";
import { readCommandLine } from "../scripts/command-line/command-line.mjs";
import { openCallers } from "./fuzz/callers";
import { crawlAdmin } from "./fuzz/crawl";
import { listOperations } from "./fuzz/document";
import { type FuzzedRequest, toRequests } from "./fuzz/requests";
import { send } from "./fuzz/send";
import { type Measured, startApp } from "./measure/servers";
import {
  cloneDatabase,
  requireAccess,
  requireBenchDatabase,
  requireBundles,
  requireContracts,
  startBenchServer,
} from "./shop/databases";

/**
 * `npm run fuzz`: requests made from openapi.json, to the built app and a shop of 10,000 contracts, from a merchant, from
 * customers in the portal, and from nobody; with current, stale, just overtaken and malformed `If-Match`, `If-None-Match` and
 * `Idempotency-Key`. Afterwards the admin's pages, which show what the requests have left. Exits with 1 when an answer is a
 * 5xx, has a status that the document does not list, a body that does not fit its schema, or differs from the one that the
 * same call got before; with 2 for a wrong command line.
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
const { listErrors } = await import("./fuzz/errors");
const access = await requireAccess(copy.url);
const app = await startApp(copy.url, access);
try {
  const found = await fuzz(app, await requireContracts(copy.url, 50), await requireBundles(copy.url));
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
async function fuzz(app: Measured, contracts: number[], bundles: string[]): Promise<Map<string, string>> {
  const origin = `http://127.0.0.1:${app.port}`;
  const document: JsonObject = await (await fetch(`${origin}/api/external/v2/openapi.json`)).json();
  const operations = listOperations(document);
  const callers = await openCallers(app, contracts, bundles);
  const each = Math.ceil(wanted / operations.length);
  const requests = operations.flatMap((operation) =>
    fc.sample(toRequests(document, operation, callers), { numRuns: each, seed }),
  );
  const found = new Map<string, string>();
  const statuses: Record<number, number> = {};
  const byOperation: Record<string, Record<number, number>> = {};
  const check = async (request: FuzzedRequest) => {
    const { operation, path, method, body, headers } = request;
    const { answers, notes } = await send((path, init) => fetch(origin + path, init), app.headers, request);
    const note = (what: string) => {
      const name = `${operation.operationId}: ${what}`;
      const { "X-API-Key": _key, Authorization: _token, ...sent } = headers;
      if (!found.has(name))
        found.set(name, `${method} ${path} ${JSON.stringify(sent)} ${body ?? ""}`.slice(0, 700));
    };
    byOperation[operation.operationId] ??= {};
    for (const answer of answers) {
      for (const counts of [statuses, byOperation[operation.operationId] ?? {}])
        counts[answer.status] = (counts[answer.status] ?? 0) + 1;
      for (const error of listErrors(document, request, answer)) note(`${answer.status}: ${error}`);
    }
    for (const what of notes) note(what);
  };
  const work = async () => {
    for (let request = requests.pop(); request; request = requests.pop()) await check(request);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(
    `${each * operations.length} requests of ${operations.length} operations, seed ${seed}; answers:`,
    statuses,
  );
  for (const [name, counts] of Object.entries(byOperation).sort())
    console.log(name, ...Object.entries(counts).map(([status, count]) => `${status}×${count}`));
  return found;
}
