import { receiveImport } from "~/features/imports/intake/import-intake.service.server";
import { runImport } from "~/features/imports/run/import-run.service.server";
import { contractsCsv, headRow } from "../processes/shop-files";

/**
 * A process to be killed, for tests. "run <shop> <import>" does the work of an import and reports each batch; "receive
 * <shop>" receives a file that never ends and reports when its rows are arriving.
 */
const [work = "", shop = "", importId = ""] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const clock = () => new Date();
const shopId = Number(shop);

if (work === "run") await runImport(shopId, Number(importId), { clock, onBatch: () => void say("batch") });
else
  await receiveImport({
    shopId,
    audit: { actor: { type: "system", name: "killed" }, requestId: null, now: clock() },
    clock,
    isFullCatalogue: () => false,
    files: endlessFile(),
  });
process.exit(0);

async function* endlessFile() {
  yield { file: "CONTRACTS" as const, name: "contracts.csv", sizeBytes: null, bytes: endlessRows() };
}

async function* endlessRows(): AsyncGenerator<Uint8Array> {
  const [header, row = ""] = contractsCsv([headRow("sub-HERE")]).split("\n");
  yield Buffer.from(`${header}\n`);
  for (let piece = 0; ; piece++) {
    const rows = Array.from({ length: 500 }, (_, index) => row.replace("HERE", `${piece}-${index}`));
    yield Buffer.from(`${rows.join("\n")}\n`);
    if (piece === 3) say("receiving");
  }
}
