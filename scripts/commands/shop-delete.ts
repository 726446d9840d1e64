import { runOnDatabase } from "../command-line/command";
import { readCommandLine } from "../command-line/command-line.mjs";

/**
 * `npm run shop:delete`: deletes everything of a closed shop now. Exits with 2 for wrong input, 1 when it cannot be done.
 */
const USAGE = `npm run shop:delete -- --domain <store domain> --yes-delete-everything [--json]
    Only a shop that is closed (npm run shop:close). It cannot be undone; run it again if it was interrupted.
    Without this command a worker does it SHOP_DELETION_DAYS after the closing.`;

const kinds = { domain: "string", "yes-delete-everything": "boolean", json: "boolean" } as const;
const { values, flags, refuse } = readCommandLine(USAGE, kinds, { required: ["domain"] });
refuse(
  flags.has("yes-delete-everything")
    ? []
    : [{ option: "--yes-delete-everything", detail: "is needed: nothing brings the data back." }],
);
const domain = (values.domain ?? "").toLowerCase();

await runOnDatabase(async () => {
  const { deleteShopNow } = await import("~/features/shop-closing/deletion.service.server");
  const name = await deleteShopNow(domain, new Date(), new AbortController().signal);
  process.stdout.write(
    flags.has("json")
      ? `${JSON.stringify({ deleted: { storeDomain: domain, name } })}\n`
      : `${name} (${domain}) is deleted.\n`,
  );
});
