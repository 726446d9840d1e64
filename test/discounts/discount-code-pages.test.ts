import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  discountCodeAction,
  discountCodeLoader,
  discountCodesLoader,
  newDiscountCodeAction,
} from "~/features/discounts/discount-codes.endpoints.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { contracts } from "~db/schema/contracts";
import { discountCodes } from "~db/schema/discount-codes";
import { apply, insertCode, outcome, readCode } from "../support/calls/discounts";
import { ask, namesOf, pageRequest } from "../support/calls/pages";
import { insertCatalogue } from "../support/data/catalogue";
import {
  createTestShop,
  insertContract,
  insertStaff,
  signIn,
  type TestShop,
} from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop({ timeZone: "Europe/Berlin" });
});

describe("the merchant's pages", () => {
  let editor: string;
  beforeEach(async () => {
    editor = await signIn(shop.id, (await insertStaff(shop.id, "editor")).id);
  });
  const FORM = {
    code: "SPRING",
    valueType: "PERCENTAGE",
    value: "12.5",
    coverage: "ALL",
    productIds: "",
    startsOn: "",
    endsOn: "",
    cycleLimit: "",
    useLimit: "",
    isOncePerCustomer: "false",
  };
  const create = (form: Record<string, string>, cookie = editor) =>
    ask(newDiscountCodeAction, pageRequest("/admin/discounts/new", { cookie, form: { ...FORM, ...form } }));
  const show = (id: number, cookie = editor) =>
    ask(discountCodeLoader, pageRequest(`/admin/discounts/${id}`, { cookie }), { codeId: String(id) });
  const post = (id: number, intent: string, form: Record<string, string>, cookie = editor) =>
    ask(discountCodeAction, pageRequest(`/admin/discounts/${id}?intent=${intent}`, { cookie, form }), {
      codeId: String(id),
    });

  test("an editor makes a code; its days are the shop's, the last one included", async () => {
    const { products } = await insertCatalogue(shop.id, { products: [{}, {}] });
    const answer = await create({
      coverage: "PRODUCTS",
      productIds: `${products[1]?.id}, ${products[0]?.id}`,
      startsOn: "2026-03-28",
      endsOn: "2026-03-29",
      cycleLimit: "3",
      useLimit: "100",
      isOncePerCustomer: "true",
    });
    expect(answer.status).toBe(303);
    const code = await readCode("SPRING");
    expect(answer.headers.get("Location")).toBe(`/admin/discounts/${code?.id}?done=created`);
    expect(code).toMatchObject({
      value: "12.5000",
      productIds: products.map(({ id }) => id),
      // The clocks go forward on the 29th.
      startsAt: new Date("2026-03-27T23:00:00Z"),
      endsAt: new Date("2026-03-29T22:00:00Z"),
      cycleLimit: 3,
      useLimit: 100,
      isOncePerCustomer: true,
      isActive: true,
    });
    expect((await show(code?.id ?? 0)).data).toMatchObject({
      code: { startsOn: "2026-03-28", endsOn: "2026-03-29", value: "12.5" },
    });
    const [entry] = await db.select().from(activity).where(eq(activity.action, "discount_code.created"));
    expect(entry).toMatchObject({
      actorType: "staff",
      contractId: null,
      after: { code: "SPRING", value: "12.5" },
    });
  });

  test.each([
    [{ code: "" }, ["/code", "/code"]],
    [{ code: "10 %" }, ["/code"]],
    [{ code: "x".repeat(256) }, ["/code", "/code"]],
    [
      { valueType: "OTHER", value: "x", coverage: "", isOncePerCustomer: "" },
      ["/valueType", "/value", "/coverage", "/isOncePerCustomer"],
    ],
    [{ value: "0" }, ["/value"]],
    [{ value: "100.01" }, ["/value"]],
    [{ value: "-1" }, ["/value"]],
    [{ valueType: "FIXED_AMOUNT", value: "1.234" }, ["/value"]],
    [
      {
        valueType: "FIXED_AMOUNT",
        value: "1.234",
        coverage: "PRODUCTS",
        productIds: "123456",
        useLimit: "0",
      },
      ["/useLimit", "/value", "/productIds"],
    ],
    [{ coverage: "PRODUCTS" }, ["/productIds"]],
    [{ coverage: "PRODUCTS", productIds: "x" }, ["/productIds/0"]],
    [{ coverage: "PRODUCTS", productIds: "123456" }, ["/productIds"]],
    [{ startsOn: "2026-05-02", endsOn: "2026-05-01" }, ["/endsOn"]],
    [{ startsOn: "2026-02-30" }, ["/startsOn"]],
    [{ cycleLimit: "0", useLimit: "1.5" }, ["/cycleLimit", "/useLimit"]],
  ])("wrong fields %# are told beside them, and nothing is made", async (form, expected) => {
    const answer = await create(form);
    expect([answer.status, namesOf(answer.problem)]).toEqual([400, expected]);
    expect(await db.select().from(discountCodes)).toEqual([]);
  });

  test("a taken code is reported beside its field, also when codes are created at the same time", async () => {
    const answers = await Promise.all([create({}), create({}), create({})]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect(namesOf(answers.find(({ status }) => status === 409)?.problem ?? null)).toEqual(["/code"]);
  });

  test("a code that differs from another only by case cannot be made, by two at once neither", async () => {
    const answers = await Promise.all(["Spring", "SPRING", "spring"].map((code) => create({ code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    const made = (await db.select().from(discountCodes))[0]?.code ?? "";
    const refused = await create({ code: "sPRINg" });
    expect([refused.status, namesOf(refused.problem)]).toEqual([409, ["/code"]]);
    expect(refused.problem?.detail).toBe(`The code ${made} already exists, and case does not count.`);
  });

  test("a code that is good only as it is written says so on the list", async () => {
    await insertCode(shop.id, { code: "summer" });
    await insertCode(shop.id, { code: "SUMMER", isCaseTwin: true });
    const list = await ask(discountCodesLoader, pageRequest("/admin/discounts", { cookie: editor }));
    expect(list.data).toMatchObject({
      codes: [
        { code: "SUMMER", isCaseTwin: true },
        { code: "summer", isCaseTwin: false },
      ],
    });
  });

  test("a code of the referral programme is not the merchant's: it is not listed, shown, edited or switched off", async () => {
    await insertCode(shop.id, { code: "FRIEND", origin: "REFERRAL" });
    await create({});
    const list = await ask(discountCodesLoader, pageRequest("/admin/discounts", { cookie: editor }));
    expect(list.data).toMatchObject({ codes: [{ code: "SPRING" }] });
    const before = await readCode("FRIEND");
    const { code: _, ...form } = { ...FORM, value: "20", version: before?.updatedAt.toISOString() ?? "" };
    const id = before?.id ?? 0;
    expect((await show(id)).status).toBe(404);
    expect((await post(id, "save", form)).status).toBe(404);
    expect((await post(id, "switch", { isActive: "false" })).status).toBe(404);
    expect(await readCode("FRIEND")).toEqual(before);
  });

  test("other rules are kept with the version seen; uses there have been are the least limit", async () => {
    await create({});
    const before = await readCode("SPRING");
    if (!before) throw new Error("no code");
    const { code: _, ...form } = { ...FORM, value: "20", version: before.updatedAt.toISOString() };
    expect((await post(before.id, "save", form)).status).toBe(303);
    expect(await readCode("SPRING")).toMatchObject({ value: "20.0000" });
    const stale = await post(before.id, "save", { ...form, value: "30" });
    expect(stale.problem).toMatchObject({ code: "stale_version" });
    for (const contract of [await insertContract(shop.id), await insertContract(shop.id)])
      await apply(shop, contract, "SPRING");
    const present = (await readCode("SPRING"))?.updatedAt.toISOString() ?? "";
    const answer = await post(before.id, "save", { ...form, version: present, useLimit: "1" });
    expect([answer.status, namesOf(answer.problem)]).toEqual([400, ["/useLimit"]]);
    const fine = { valueType: "FIXED_AMOUNT", value: "1.005", useLimit: "0" };
    expect(namesOf((await post(before.id, "save", { ...form, ...fine })).problem)).toEqual([
      "/useLimit",
      "/value",
    ]);
    expect((await post(before.id, "save", { ...form, version: present, useLimit: "2" })).status).toBe(303);
  });

  test("switched off it is applied no more; contracts keep what they have", async () => {
    await create({});
    const { id = 0 } = (await readCode("SPRING")) ?? {};
    const contract = await insertContract(shop.id);
    await apply(shop, contract, "SPRING");
    expect((await post(id, "switch", { isActive: "false" })).headers.get("Location")).toContain(
      "switched_off",
    );
    expect(outcome(await apply(shop, await insertContract(shop.id), "SPRING"))).toBe("not_found");
    const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
    expect(row?.contractAmount).toBe("8.7500");
    await post(id, "switch", { isActive: "true" });
    expect(outcome(await apply(shop, await insertContract(shop.id), "SPRING"))).toBe(200);
  });

  test("a viewer can read but not change; another shop's code is not found", async () => {
    await create({});
    const { id = 0 } = (await readCode("SPRING")) ?? {};
    const viewer = await signIn(shop.id, (await insertStaff(shop.id, "viewer")).id);
    const list = await ask(discountCodesLoader, pageRequest("/admin/discounts?q=pri", { cookie: viewer }));
    expect(list.data).toMatchObject({ mayEdit: false, codes: [{ code: "SPRING" }], older: null });
    expect((await show(id, viewer)).status).toBe(200);
    expect((await create({ code: "B" }, viewer)).status).toBe(403);
    expect((await post(id, "switch", { isActive: "false" }, viewer)).status).toBe(403);
    const other = await createTestShop();
    const stranger = await signIn(other.id, other.staff.id);
    expect((await show(id, stranger)).status).toBe(404);
    expect((await post(id, "switch", { isActive: "false" }, stranger)).status).toBe(404);
  });
});
