import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import * as contractList from "~/api/contract-list";
import { db } from "~db/client.server";
import { ORIGIN } from "../../support/calls/json-endpoints";
import { createTestShop } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

beforeEach(async () => {
  // With fake time the other key always counts as present, and slow calls do not let waiting ones start.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  await resetDatabase();
  return () => vi.useRealTimers();
});

type Gone = () => void;
const list = (key: string, whenGone?: (then: Gone) => void) =>
  contractList.loader({
    request: new Request(`${ORIGIN}/`, { headers: { "X-API-Key": key } }),
    params: {},
    context: { whenGone },
  });

test("a call that waits for its turn and whose client goes is not carried out; the others are", async () => {
  const { readKey, writeKey } = await createTestShop();
  await list(writeKey);
  const { underWay } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table contracts in access exclusive mode`);
    const underWay = [list(readKey), list(readKey)];
    let abandoned: Promise<Response> | undefined;
    const gone = await new Promise<Gone>((resolve) => {
      abandoned = list(readKey, resolve);
    });
    gone();
    // The table is still locked: it has not been read for this.
    expect((await abandoned)?.status).toBe(429);
    return { underWay };
  });
  for (const call of underWay) expect((await call).status).toBe(200);
  expect((await list(readKey)).status).toBe(200);
});
