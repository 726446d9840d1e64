import { type LoadGenerator, startApp } from "../measure/servers";
import { type BenchServer, cloneDatabase, prepareInsights, requireAccess } from "../shop/databases";
import { fillThreeYears } from "../shop/insights-years";
import { type Effort, measurePage } from "./cases";
import type { InsightTimes } from "./insights-report";

const INSIGHTS = "/admin/insights";
const OVERVIEW_DAYS = 365;
const DAY_MS = 86_400_000;

/** The pages of the insights, and the jobs behind them; on a copy of the database, which is deleted. */
export async function measureInsights(
  server: BenchServer,
  databaseUrl: string,
  load: LoadGenerator,
  effort: Effort,
): Promise<InsightTimes> {
  const copy = await cloneDatabase(server, databaseUrl);
  try {
    const work = await prepareInsights(copy.url);
    await fillThreeYears(copy.url);
    const access = await requireAccess(copy.url);
    const app = await startApp(copy.url, access);
    try {
      const from = new Date(Date.now() - (OVERVIEW_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
      const paths = [
        ...["", "/cohorts", "/cancellations", "/payments", "/products", "/referrals"].map(
          (part) => `${INSIGHTS}${part}?from=${from}`,
        ),
        `${INSIGHTS}/forecast`,
        `${INSIGHTS}/forecast?interval=day`,
        `${INSIGHTS}/calendar`,
        `${INSIGHTS}/stock`,
      ];
      const pages: InsightTimes["pages"] = [];
      for (const page of paths)
        pages.push({
          page,
          cost: await measurePage(load, app, { path: page, cookie: access.cookie }, effort),
        });
      return { ...work, pages };
    } finally {
      await app.stop();
    }
  } finally {
    await copy.drop();
  }
}
