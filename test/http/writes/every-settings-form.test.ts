import { beforeAll, describe, expect, test } from "vitest";
import { ask, pageRequest, withFile, withJson } from "../../support/calls/pages";
import { inDays, setShopClock } from "../../support/data/days";
import { createTestShop, signIn } from "../../support/data/factories";
import { digestShop } from "../../support/isolation/digest";
import { makeIds } from "../../support/isolation/ids-of-a-shop";
import { makePageIds } from "../../support/isolation/ids-of-pages";
import { toPageCall } from "../../support/isolation/page-cases";
import { listPageEndpoints, type PageEndpoint } from "../../support/isolation/page-endpoints";
import {
  isSettingsForm,
  SETTINGS_CASES,
  type Shown,
  WITHOUT_VERSION,
} from "../../support/isolation/settings-cases";
import { resetDatabase } from "../../support/setup/database";

const pages = await listPageEndpoints();
const forms = pages.filter(isSettingsForm);
const getPage = (name: string): PageEndpoint => {
  const found = pages.find(({ endpoint }) => endpoint.operationId === name);
  if (!found) throw new Error(`no page has the form ${name}`);
  return found;
};

beforeAll(resetDatabase);

/** A shop with one thing of each kind, whose clock stands: even changes within one millisecond are told apart. */
async function openShop() {
  const shop = await createTestShop({ gateway: "test" });
  const ids = await makeIds(shop);
  const all = { ...ids, ...(await makePageIds(shop, ids, shop.staff.id)) };
  await setShopClock(shop.id, inDays(1));
  return { shop, ids: all, cookie: await signIn(shop.id, shop.staff.id) };
}
type Opened = Awaited<ReturnType<typeof openShop>>;

/** @returns functions that read the version which the form's page shows now, and send the form with a version */
function openForm({ ids, cookie }: Opened, name: string) {
  const page = getPage(name);
  const wanted = SETTINGS_CASES[name];
  if (!wanted) throw new Error(`${name}: no case in settings-cases.ts`);
  const read = pages.find(({ route, endpoint }) => route === page.route && endpoint.method === "GET");
  const { params, query, form, body } = toPageCall(page, ids);
  const readPage = async () => {
    const handler = read?.handler ?? page.handler;
    return (await ask(handler, pageRequest("/admin/x", { cookie }), params)).data as Shown;
  };
  /** @param version as a field, or no field */
  const toRequest = async (number: number, version: Record<string, string>): Promise<Request> => {
    const { isInUrl, file } = wanted;
    const given: Record<string, string> = { ...form, ...wanted.change?.(number, await readPage()) };
    const { version: _shown, ...values } = given;
    const url = `/admin/x?${new URLSearchParams([...query, ...(isInUrl ? Object.entries(version) : [])])}`;
    const request = pageRequest(url, { cookie, form: { ...values, ...(!isInUrl && version) } });
    if (file) return withFile(request, "logo", await file(number));
    return body ? withJson(request, { ...body, version: undefined, ...values, ...version }) : request;
  };
  return {
    async readVersion(): Promise<string> {
      const value = wanted.shown
        .split(".")
        .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], await readPage());
      if (typeof value !== "string" && typeof value !== "number")
        throw new Error(`${name}: no ${wanted.shown}`);
      return String(value);
    },
    /** @param version null = without one @param name of the field that carries it */
    async send(number: number, version: string | null, name = "version") {
      const request = await toRequest(number, version === null ? {} : { [name]: version });
      const { status, problem } = await ask(page.handler, request, params);
      if (version !== null && problem?.code === "invalid_request")
        throw new Error(`${name}: the case lacks ${JSON.stringify(problem.errors)}`);
      return { status, code: problem?.code ?? null };
    },
  };
}

describe("of two that save the same settings at once one is refused, as is any form that others have overtaken, with 409 and nothing changed", () => {
  test.each(Object.keys(SETTINGS_CASES))("%s", async (name) => {
    const opened = await openShop();
    const { after } = SETTINGS_CASES[name] ?? {};
    const { readVersion, send } = openForm(opened, name);
    const digest = async () => {
      const { sessions: _used, ...rows } = await digestShop(opened.shop.id);
      return rows;
    };
    let number = 0;
    for (const round of ["first", "second"]) {
      const before = after && openForm(opened, after);
      if (before) expect((await before.send(++number, await before.readVersion())).code).toBeNull();
      const seen = await readVersion();
      const rows = await digest();
      if (seen !== "") {
        const { status } = await send(++number, null);
        expect([400, 409]).toContain(status);
        expect(await digest()).toEqual(rows);
      }
      const answers = await Promise.all([send(++number, seen), send(++number, seen)]);
      expect([round, new Set(answers.map(({ code }) => code))]).toEqual([
        round,
        new Set([null, "stale_version"]),
      ]);
      const saved = await digest();
      expect(saved).not.toEqual(rows);
      expect(saved.activity).not.toEqual(rows.activity);
      expect([round, await send(++number, seen)]).toEqual([round, { status: 409, code: "stale_version" }]);
      expect(await digest()).toEqual(saved);
    }
  });
});

test.each([
  ["saveRetentionSettings", "updatedAt"],
  ["saveNoticeWords", "seen"],
  ["savePortalLogo", "seen"],
])(
  "a page opened before the last release sends the version of %s as %s, and is as safe",
  async (name, old) => {
    const { readVersion, send } = openForm(await openShop(), name);
    const first = await readVersion();
    expect((await send(1, first, old)).code).toBeNull();
    expect(await send(2, first, old)).toEqual({ status: 409, code: "stale_version" });
    expect((await send(3, await readVersion(), old)).code).toBeNull();
  },
);

test("every form of a settings page, and every other one with a version, has a case or a reason to have none", () => {
  const names = forms.map(({ endpoint }) => endpoint.operationId);
  expect([...new Set(names)].sort()).toEqual(
    [...Object.keys(SETTINGS_CASES), ...Object.keys(WITHOUT_VERSION)].sort(),
  );
});
