import { beforeEach, describe, expect, test } from "vitest";
import {
  describePriceChange,
  type PriceChange,
  type PriceParameters,
  parsePriceChange,
} from "~/features/bulk-automations/kinds/delivery-price.server";
import {
  createAutomation,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { createTestShop, insertContract, testAudit } from "../support/data/factories";
import { findTorn, readTask, run } from "../support/data/many/bulk";
import { resetDatabase } from "../support/setup/database";

const starter = { audit: testAudit(), staffId: null };

describe("what a form says", () => {
  test("is kept as the price, or as what is added to each contract's own", () => {
    const kept = (change: PriceChange, text: string) => {
      const { value } = parsePriceChange(change, text, "USD");
      return [value, value && describePriceChange(value, "USD")];
    };
    expect(kept("SET", " 4.9 ")).toEqual([{ deliveryPrice: "4.9" }, "Set delivery price to $4.90"]);
    expect(kept("RAISE_AMOUNT", "1")).toEqual([{ amount: "1" }, "Raise delivery price by $1.00"]);
    expect(kept("CUT_AMOUNT", "0.5")).toEqual([{ amount: "-0.5" }, "Cut delivery price by $0.50"]);
    expect(kept("RAISE_PERCENT", "7.25")).toEqual([{ percent: "7.25" }, "Raise delivery price by 7.25%"]);
    expect(kept("CUT_PERCENT", "100")).toEqual([{ percent: "-100" }, "Cut delivery price by 100%"]);
    expect(kept("SET", "0")[0]).toEqual({ deliveryPrice: "0" });
  });

  test("is refused if it is invalid, zero, too precise or too large", () => {
    const codeOf = (change: PriceChange, text: string | undefined, currencyCode = "USD") =>
      parsePriceChange(change, text, currencyCode).error?.code;
    for (const change of ["SET", "RAISE_AMOUNT", "CUT_PERCENT"] as const) {
      expect(codeOf(change, undefined)).toBe("required");
      expect(codeOf(change, "five")).toBe("invalid_price");
      expect(codeOf(change, "1.234")).toBe("too_many_decimals");
    }
    expect(codeOf("RAISE_AMOUNT", "1.5", "JPY")).toBe("too_many_decimals");
    expect(codeOf("RAISE_PERCENT", "1.5", "JPY")).toBeUndefined();
    expect(codeOf("SET", "-1")).toBe("out_of_range");
    expect(codeOf("RAISE_AMOUNT", "-1")).toBe("invalid_price");
    for (const change of ["RAISE_AMOUNT", "CUT_AMOUNT", "RAISE_PERCENT", "CUT_PERCENT"] as const)
      expect(codeOf(change, "0.00")).toBe("out_of_range");
    expect([codeOf("SET", "999999.99"), codeOf("SET", "1000000")]).toEqual([undefined, "out_of_range"]);
    expect([codeOf("CUT_AMOUNT", "999999.99"), codeOf("CUT_AMOUNT", "1000000")]).toEqual([
      undefined,
      "out_of_range",
    ]);
    expect([codeOf("CUT_PERCENT", "100"), codeOf("CUT_PERCENT", "100.01")]).toEqual([
      undefined,
      "out_of_range",
    ]);
    expect([codeOf("RAISE_PERCENT", "1000"), codeOf("RAISE_PERCENT", "1000.01")]).toEqual([
      undefined,
      "out_of_range",
    ]);
  });
});

describe("raised or cut", () => {
  let shopId: number;
  beforeEach(async () => {
    await resetDatabase();
    ({ id: shopId } = await createTestShop());
  });
  const readPrices = async () =>
    (await db.select({ price: contracts.deliveryPrice }).from(contracts).orderBy(contracts.id)).map(
      ({ price }) => price,
    );
  async function start(parameters: PriceParameters, isDraft = false): Promise<number> {
    const { id } = await createAutomation(
      shopId,
      { kind: "DELIVERY_PRICE", parameters, selection: { type: "ALL" }, isDraft },
      starter,
    );
    await run(shopId, id);
    return id;
  }

  test("each contract's own price is, rounded half up to a cent; undone, each has its own again", async () => {
    for (const deliveryPrice of ["3.00", "4.55", "0.05"]) await insertContract(shopId, { deliveryPrice });
    const id = await start({ percent: "10" });
    expect(await readPrices()).toEqual(["3.3000", "5.0100", "0.0600"]);
    expect(await readTask(shopId, id)).toMatchObject({
      succeeded: 3,
      summary: { before: "7.6000", after: "8.3700" },
    });
    expect(await findTorn(shopId, id)).toBe(0);
    const undo = await undoAutomation(shopId, id, starter);
    await run(shopId, undo.id);
    expect(await readPrices()).toEqual(["3.0000", "4.5500", "0.0500"]);
    await start({ amount: "-0.05" });
    expect(await readPrices()).toEqual(["2.9500", "4.5000", "0.0000"]);
  });

  test("a price that would leave what a price may be is left alone, and the plan says so", async () => {
    for (const deliveryPrice of ["0.50", "999999.50", "1.00"])
      await insertContract(shopId, { deliveryPrice });
    const reasonsOf = async (parameters: PriceParameters) =>
      (await readTask(shopId, await start(parameters, true))).items.map(
        ({ reason, after }) => reason ?? after,
      );
    expect(await reasonsOf({ amount: "-1" })).toEqual(["OUT_OF_RANGE", "999998.5000", "0.0000"]);
    expect(await reasonsOf({ amount: "0.5" })).toEqual(["1.0000", "OUT_OF_RANGE", "1.5000"]);
    expect(await reasonsOf({ percent: "0.1" })).toEqual(["UNCHANGED", "OUT_OF_RANGE", "UNCHANGED"]);
    expect(await readPrices()).toEqual(["0.5000", "999999.5000", "1.0000"]);
  });
});
