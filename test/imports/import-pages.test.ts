import { beforeEach, expect, test } from "vitest";
import {
  importErrorsDownload,
  importLoader,
  importsLoader,
} from "~/features/imports/imports.endpoints.server";
import { ask, pageRequest } from "../support/calls/pages";
import { importFiles, stageFiles } from "../support/calls/run-import";
import { createTestShop, insertStaff, signIn, type TestShop } from "../support/data/factories";
import {
  contractsCsv,
  customerRow,
  customersCsv,
  headRow,
  productsJson,
} from "../support/processes/shop-files";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  const viewer = await insertStaff(shop.id, "viewer");
  cookie = await signIn(shop.id, viewer.id);
});

const FILES = {
  products: productsJson(),
  customers: customersCsv([customerRow()]),
  contracts: contractsCsv([
    headRow("good"),
    ...Array.from({ length: 120 }, (_, index) => headRow(`bad-${index}`, { line_quantity: "=none" })),
  ]),
};
const visit = (importId: number | string, as = cookie) =>
  ask(importLoader, pageRequest(`/admin/imports/${importId}`, { cookie: as }), {
    importId: String(importId),
  });
const download = async (importId: number) => {
  const request = pageRequest(`/admin/imports/${importId}/errors.csv`, { cookie });
  return importErrorsDownload.loader({ request, params: { importId: String(importId) }, context: {} });
};

test("a viewer sees what became of each file, the first hundred things wrong and how many there are", async () => {
  const { importId } = await importFiles(shop.id, FILES);
  const { data } = await visit(importId);
  expect(data).toMatchObject({
    import: {
      id: importId,
      status: "COMPLETED",
      progress: 1,
      files: [
        { created: 1 },
        { created: 1 },
        { rows: 121, badRows: 120, created: 1, keptOut: 120, errors: 120 },
      ],
    },
    errorCount: 120,
  });
  expect(data).toHaveProperty("errors.length", 100);
  expect(data).toHaveProperty("errors.0", expect.objectContaining({ fileName: "contracts.csv", line: 3 }));
});

test("while it runs the page says how far it is", async () => {
  const importId = await stageFiles(shop.id, FILES);
  expect((await visit(importId)).data).toMatchObject({ import: { status: "QUEUED", progress: 0 } });
  expect((await ask(importsLoader, pageRequest("/admin/imports", { cookie }))).data).toMatchObject({
    mayImport: false,
    imports: [{ id: importId, status: "QUEUED" }],
  });
});

test("everything wrong can be downloaded, safe to open in a spreadsheet", async () => {
  const { importId } = await importFiles(shop.id, FILES);
  const response = await download(importId);
  expect(response.headers.get("Content-Disposition")).toContain(`import-${importId}-errors.csv`);
  const lines = (await response.text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(121);
  expect(lines[1]).toMatch(/^contracts\.csv,3,line_quantity,'=none,/);
});

test("another shop's import is not there, just like one that never was", async () => {
  const other = await createTestShop();
  const { importId } = await importFiles(other.id, FILES);
  const answers = [await visit(importId), await visit(importId + 1), await visit("x")];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(answers.map(({ problem }) => problem?.detail)).size).toBe(1);
  expect((await download(importId)).status).toBe(404);
});
