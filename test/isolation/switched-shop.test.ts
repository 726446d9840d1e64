import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { setStaffRole } from "~/features/staff/staff.repo.server";
import { db } from "~db/client.server";
import { ask, pageRequest } from "../support/calls/pages";
import { createTestShop, signIn, type TestShop } from "../support/data/factories";
import { digestShop } from "../support/isolation/digest";
import { listPageEndpoints, type PageEndpoint } from "../support/isolation/page-endpoints";
import { resetDatabase } from "../support/setup/database";

const pages = (await listPageEndpoints()).filter(({ endpoint }) => endpoint.access.staff);
const writes = pages.filter(({ endpoint }) => endpoint.method !== "GET");
const reads = pages.filter(({ endpoint }) => endpoint.method === "GET");
const isDownload = ({ route }: PageEndpoint) => /csv\.ts$|data\.ts$/.test(route);

let old: TestShop;
let present: TestShop;
let cookie: string;
let before: Record<string, string>;

beforeAll(async () => {
  await resetDatabase();
  old = await createTestShop({ name: "Old" });
  present = await createTestShop({ name: "Present" });
  await setStaffRole(db, { shopId: present.id, staffId: old.staff.id, role: "owner" });
  cookie = await signIn(present.id, old.staff.id);
  before = await digestShop(present.id);
});

const IDS = {
  ...{ contractId: "1", customerId: "1", orderId: "1", automationId: "1", bundleId: "1", codeId: "1" },
  ...{ importId: "1", mailId: "1", groupId: "1", endpointId: "1", deliveryId: "1", kind: "paused" },
};

/** @param shown the shop that the sending page names; null: none */
async function askFrom(page: PageEndpoint, shown: number | null, by = cookie) {
  const query = new URLSearchParams({
    ...(page.intent !== null && { intent: page.intent }),
    ...(shown !== null && { inShop: String(shown) }),
  });
  const form = page.endpoint.method === "GET" ? undefined : {};
  let document = "";
  const handler: typeof page.handler = async (args) => {
    const outcome = await page.handler(args);
    if (outcome instanceof Response) document = await outcome.clone().text();
    return outcome;
  };
  const answer = await ask(handler, pageRequest(`/admin/x?${query}`, { cookie: by, form }), IDS);
  const isRefused =
    answer.headers.get("Location") === "/admin/switch-shop?switched=true" ||
    answer.problem?.code === "shop_switched" ||
    document.includes('"code":"shop_switched"');
  return { ...answer, document, isRefused };
}

describe("a form of a page that was made for another shop than the session's changes nothing", () => {
  test.each(writes.map((page) => [page.endpoint.operationId, page] as const))("%s", async (_name, page) => {
    expect((await askFrom(page, old.id)).isRefused).toBe(true);
    // Somebody with several shops has to say which.
    expect((await askFrom(page, null)).isRefused).toBe(true);
    expect(await digestShop(present.id)).toEqual(before);
  });

  test("whoever has one shop only does not have to name it", async () => {
    const one = await createTestShop();
    const own = await signIn(one.id, one.staff.id);
    const invite = writes.find(({ endpoint }) => endpoint.operationId === "inviteStaff");
    if (!invite) throw new Error("no such form");
    expect((await askFrom(invite, null, own)).isRefused).toBe(false);
    expect((await askFrom(invite, one.id, own)).isRefused).toBe(false);
    expect((await askFrom(invite, old.id, own)).isRefused).toBe(true);
  });
});

describe("a download asked for on such a page is refused", () => {
  test.each(reads.filter(isDownload).map((page) => [page.endpoint.operationId, page] as const))(
    "%s",
    async (_name, page) => {
      const refused = await askFrom(page, old.id);
      expect([refused.status, refused.isRefused]).toEqual([409, true]);
      expect(refused.document).toContain("The page was not made for Present, the shop you are in now.");
      expect((await askFrom(page, null)).isRefused).toBe(false);
    },
  );
});

describe("what such a page reads is shown for the session's shop", () => {
  const others = reads.filter((page) => page.route.endsWith(".tsx"));
  test.each(others.map((page) => [page.endpoint.operationId, page] as const))("%s", async (_name, page) => {
    expect((await askFrom(page, old.id)).isRefused).toBe(false);
  });
});

test("the forms of the session's own shop go on", async () => {
  for (const page of writes)
    expect([page.route, (await askFrom(page, present.id)).isRefused]).toEqual([page.route, false]);
});

/** Whatever posts or downloads without the admin's own Form or fetcher. */
const BARE = /<form[^>]*method="post"|formAction=|\sfetch\(|sendBeacon|\sdownload[\s>]|href=[^\n]*\.csv/;

test("what posts or downloads in the admin without its Form or its fetcher names the shop itself", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
    (file) => /^(routes\/admin|ui\/)|\/ui\//.test(file) && /\.tsx?$/.test(file),
  );
  const bare = files.filter((file) => BARE.test(readFileSync(`app/${file}`, "utf8")));
  expect(bare).toContain("ui/list/selection.tsx");
  expect(bare.filter((file) => !readFileSync(`app/${file}`, "utf8").includes("useShopMark()"))).toEqual([]);
});
