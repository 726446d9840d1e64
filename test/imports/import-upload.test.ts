import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { importsAction } from "~/features/imports/imports.endpoints.server";
import {
  findUnfinishedImport,
  listImportFiles,
  listImports,
} from "~/features/imports/records/imports.repo.server";
import { db } from "~db/client.server";
import { importContractRows } from "~db/schema/imports";
import { ask, namesOf } from "../support/calls/pages";
import { readImport, stageFiles } from "../support/calls/run-import";
import { createTestShop, insertStaff, signIn, type TestShop } from "../support/data/factories";
import {
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  productsJson,
} from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

const ORIGIN = "http://localhost";
const BOUNDARY = "----the-form's-boundary";
const GOOD = {
  products: productsJson(),
  customers: customersCsv([customerRow()]),
  contracts: contractsCsv([headRow("a"), headRow("b")]),
};

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  cookie = await signIn(shop.id, shop.staff.id);
});

type Part = [field: string, content: string | Uint8Array, fileName?: string];

/** A multipart form as a browser writes it. */
const toForm = (parts: Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([field, content, fileName]) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${
          fileName === undefined ? "" : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
        }\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

/** Sends it in pieces; `breakOff`: where the connection ends. */
function toBody(bytes: Buffer, { breakOff }: { breakOff?: { at: number; how: "close" | "error" } } = {}) {
  const end = breakOff?.at ?? bytes.length;
  let sent = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = bytes.subarray(sent, Math.min(end, sent + 4096));
      sent += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      else if (breakOff?.how === "error") controller.error(new Error("aborted"));
      else controller.close();
    },
  });
}

function upload(
  body: ReadableStream<Uint8Array>,
  { as = cookie, origin = ORIGIN, type = `multipart/form-data; boundary="${BOUNDARY}"` } = {},
) {
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { cookie: as, origin, "content-type": type },
    body,
    duplex: "half",
  };
  return ask(importsAction, new Request(`${ORIGIN}/admin/imports`, init));
}
const send = (parts: Part[], options?: Parameters<typeof upload>[1]) =>
  upload(toBody(toForm(parts)), options);

const latestFiles = async () =>
  listImportFiles(
    shop.id,
    (await listImports(shop.id, { limit: 1 })).map(({ id }) => id),
  );
const latest = async () => readImport(shop.id, (await listImports(shop.id, { limit: 1 }))[0]?.id ?? 0);

test.each(["Infinity", "1.5", "1e30", "-1", "9007199254740993", "x", ""])(
  "a form that gives %j as a file's size is read all the same, without it",
  async (size) => {
    expect(
      (
        await send([
          ["contractsSize", size],
          ["contracts", GOOD.contracts, "contracts.csv"],
        ])
      ).status,
    ).toBe(303);
    expect(await latestFiles()).toMatchObject([{ sizeBytes: null }]);
  },
);

test("a file's name is kept without U+0000, which the database cannot store", async () => {
  expect((await send([["contracts", GOOD.contracts, "con\0tracts.csv"]])).status).toBe(303);
  expect(await latestFiles()).toMatchObject([{ name: "contracts.csv" }]);
});

test("the form's files are staged and the page of the import is next", async () => {
  const answer = await send([
    ["fullCatalogue", "on"],
    ["products", GOOD.products, "products.json"],
    ["customers", GOOD.customers, "C:\\exports\\customers.csv"],
    ["contracts", GOOD.contracts, "contracts.csv"],
  ]);
  expect(answer.status).toBe(303);
  const unfinished = await findUnfinishedImport(shop.id);
  expect(answer.headers.get("Location")).toBe(`/admin/imports/${unfinished?.id}`);
  expect(unfinished).toMatchObject({
    status: "QUEUED",
    isFullCatalogue: true,
    actorType: "staff",
    actorName: shop.staff.name,
  });
  expect(await db.$count(importContractRows)).toBe(2);
  expect((await latest()).contracts).toMatchObject({
    name: "contracts.csv",
    rowsRead: 2,
    bytesRead: Buffer.byteLength(GOOD.contracts),
  });
});

test("file fields without a file are passed over, and the box may stand behind the files", async () => {
  const answer = await send([
    ["products", GOOD.products, "products.json"],
    ["customers", "", ""],
    ["contracts", "", ""],
    ["fullCatalogue", "on"],
  ]);
  expect(answer.status).toBe(303);
  expect(await findUnfinishedImport(shop.id)).toMatchObject({ isFullCatalogue: true });
  expect(await latest()).toMatchObject({ customers: undefined, contracts: undefined });
});

test("a form without any file asks for one", async () => {
  const answer = await send([["customers", "", ""]]);
  expect(answer.status).toBe(400);
  expect(namesOf(answer.problem)).toEqual(["/products", "/customers", "/contracts"]);
  expect(await listImports(shop.id, { limit: 1 })).toEqual([]);
});

test("an unreadable file does not keep the others from being looked at, however large it is", async () => {
  const answer = await send([
    ["products", randomBytes(2_000_000), "products.json"],
    ["customers", GOOD.customers, "customers.csv"],
    ["contracts", GOOD.customers, "contracts.csv"],
  ]);
  expect(answer.status).toBe(400);
  expect(answer.problem?.errors).toMatchObject([
    { pointer: "/products", code: "file_not_text" },
    { pointer: "/contracts", code: "file_swapped" },
  ]);
  expect(await latest()).toMatchObject({ status: "FAILED", customers: { rowsRead: 1 } });
});

test.each(["close", "error"] as const)(
  "an upload that breaks off within a file (%s) leaves a failed import and nothing staged",
  async (how) => {
    const form = toForm([
      ["products", GOOD.products, "products.json"],
      [
        "contracts",
        contractsCsv(Array.from({ length: 3000 }, (_, index) => headRow(`sub-${index}`))),
        "contracts.csv",
      ],
    ]);
    const answer = await upload(toBody(form, { breakOff: { at: form.length - 200, how } }));
    expect(answer.status).toBe(400);
    expect(await latest()).toMatchObject({
      status: "FAILED",
      failure: "The upload was interrupted before its end. Nothing was imported.",
    });
    expect(await db.$count(importContractRows)).toBe(0);
    expect(await findUnfinishedImport(shop.id)).toBeNull();
  },
);

test("a form that ends behind a whole file but before its own end is interrupted, too", async () => {
  const form = toForm([["customers", GOOD.customers, "customers.csv"]]);
  const answer = await upload(
    toBody(form, { breakOff: { at: form.length - BOUNDARY.length - 4, how: "close" } }),
  );
  expect(answer.status).toBe(400);
  expect(await latest()).toMatchObject({ status: "FAILED" });
});

test("while an import is not finished another one is refused with its name, and changes nothing", async () => {
  const importId = await stageFiles(shop.id, GOOD);
  const answer = await send([["contracts", GOOD.contracts, "contracts.csv"]]);
  expect(answer.status).toBe(409);
  expect(answer.problem?.detail).toBe(
    `Import ${importId}, started by test, is not finished yet. Only one may run at a time.`,
  );
  expect(answer.headers.get("Retry-After")).toBe("30");
  expect(await listImports(shop.id, { limit: 9 })).toHaveLength(1);
  const other = await createTestShop();
  const elsewhere = await send([["contracts", GOOD.contracts, "contracts.csv"]], {
    as: await signIn(other.id, other.staff.id),
  });
  expect(elsewhere.status).toBe(303);
});

test("of two uploads at once one is taken", async () => {
  const parts: Part[] = [["contracts", GOOD.contracts, "contracts.csv"]];
  const answers = await Promise.all([send(parts), send(parts)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await db.$count(importContractRows)).toBe(2);
});

test("the same file twice in one form is refused", async () => {
  const answer = await send([
    ["contracts", GOOD.contracts, "one.csv"],
    ["contracts", GOOD.contracts, "two.csv"],
  ]);
  expect(answer.status).toBe(400);
  expect(answer.problem?.detail).toBe("contracts.csv came twice.");
});

test("a viewer may not import, a foreign page may not post, and what is no form is not read", async () => {
  const viewer = await insertStaff(shop.id, "viewer");
  const parts: Part[] = [["contracts", GOOD.contracts, "contracts.csv"]];
  expect((await send(parts, { as: await signIn(shop.id, viewer.id) })).status).toBe(403);
  expect((await send(parts, { origin: "https://elsewhere.example" })).status).toBe(403);
  expect((await send(parts, { type: "text/csv" })).status).toBe(415);
  expect((await send(parts, { as: "" })).status).toBe(302);
  expect(await listImports(shop.id, { limit: 1 })).toEqual([]);
});
