import { runOnDatabase } from "../command-line/command";
import { readCommandLine, say } from "../command-line/command-line.mjs";

/**
 * `npm run insights:recount`: counts a shop's facts again from its tables and prints any difference. Exits with 0 when
 * they agree (or were repaired), 1 when they do not, 2 for wrong input. Source: docs/insights.md.
 */
const USAGE = `npm run insights:recount -- --shop <store domain> [--repair]
    Counts the numbers of a shop anew from contracts, their history, orders and refunds, and lists what differs.
    --repair adds the differences, so that the numbers are those of the tables.`;

const { values, flags, refuse } = readCommandLine(
  USAGE,
  { shop: "string", repair: "boolean" },
  { required: ["shop"] },
);
refuse();

const domain = (values.shop ?? "").toLowerCase();
await runOnDatabase(async () => {
  const { recountFacts } = await import("~/features/insights/facts/recount.service.server");
  const { toDifferenceText } = await import("~/features/insights/facts/fact-totals");
  const { findShopByStoreDomain } = await import("~/access/shops.repo.server");
  const { findShopNow } = await import("~/access/test-clock.repo.server");
  const shop = await findShopByStoreDomain(domain);
  if (!shop) {
    process.exitCode = 1;
    say(`There is no shop ${domain}.`);
    return;
  }
  const isRepaired = flags.has("repair");
  const started = performance.now();
  const now = await findShopNow(shop, new Date());
  const { contracts, differences } = await recountFacts(shop, { isRepaired, now });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  for (const difference of differences) process.stdout.write(`${toDifferenceText(difference)}\n`);
  process.stdout.write(
    `${shop.name} (${domain}): ${contracts} contracts counted in ${seconds} s, ${differences.length} differences${isRepaired && differences.length > 0 ? ", repaired" : ""}.\n`,
  );
  if (differences.length > 0 && !isRepaired) process.exitCode = 1;
});
