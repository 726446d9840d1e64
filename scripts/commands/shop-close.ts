import { runOnDatabase } from "../command-line/command";
import { readCommandLine } from "../command-line/command-line.mjs";

/**
 * `npm run shop:close`: closes a shop, or opens it again. Exits with 2 for wrong input, 1 when it cannot be done.
 */
const USAGE = `npm run shop:close -- --domain <store domain> [--reopen] [--json]
    From then on nothing is charged, sent or changed for it, and its contracts stay as they are.
    Its data is deleted SHOP_DELETION_DAYS later. --reopen: it goes on where it stopped.`;

const kinds = { domain: "string", reopen: "boolean", json: "boolean" } as const;
const { values, flags, refuse } = readCommandLine(USAGE, kinds, { required: ["domain"] });
refuse();
const domain = (values.domain ?? "").toLowerCase();

await runOnDatabase(async () => {
  const { findShopByStoreDomain } = await import("~/access/shops.repo.server");
  const { toDeletionDate } = await import("~/features/shop-closing/deletion-date.server");
  const { closeShop, reopenShop } = await import("~/features/shop-closing/closing.service.server");
  const { ProblemError } = await import("~/lib/problem");
  const shop = await findShopByStoreDomain(domain);
  if (!shop) throw new ProblemError("not_found", `There is no shop ${domain}.`);
  const audit = {
    actor: { type: "system", name: "command line" } as const,
    requestId: null,
    now: new Date(),
  };
  const closedAt = flags.has("reopen") ? null : await closeShop(shop.id, audit);
  if (closedAt === null) await reopenShop(shop.id, audit);
  const deletedFrom = closedAt && toDeletionDate(closedAt);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  process.stdout.write(
    flags.has("json")
      ? `${JSON.stringify({ shop: { id: shop.id, storeDomain: domain, name: shop.name }, closedAt, deletedFrom })}\n`
      : closedAt && deletedFrom
        ? `${shop.name} (${domain}) is closed since ${day(closedAt)}. Its data is deleted from ${day(deletedFrom)} on.\nnpm run shop:close -- --domain ${domain} --reopen opens it again before that.\n`
        : `${shop.name} (${domain}) is open.\n`,
  );
});
