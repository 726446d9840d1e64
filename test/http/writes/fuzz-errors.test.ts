import { expect, test } from "vitest";
import type { JsonObject } from "~/http/endpoint/json-schema";
import { listOperations } from "../../../bench/fuzz/document";
import { listErrors } from "../../../bench/fuzz/errors";

const JSON_TYPE = "application/json; charset=utf-8";
const thing = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };
const responses = {
  200: { content: { "application/json": { schema: thing } } },
  202: { content: { "text/csv": { schema: { type: "string" } } } },
  204: { description: "Done" },
  304: { description: "Unchanged" },
  404: { content: { "application/problem+json": { schema: { type: "object" } } } },
};
const document: JsonObject = {
  paths: {
    "/things": {
      get: { operationId: "readThing", responses },
      head: { operationId: "headThing", responses },
    },
  },
};
const [read, head] = listOperations(document);

const listErrorsOf = (status: number, type: string, text: string, operation = read) => {
  if (!operation) throw new Error("the document has no such operation");
  const request = { operation, path: "/things", method: operation.method, headers: {}, readAt: "" };
  return listErrors(document, request, { status, type, text, etag: null });
};

test.each<[string, number, string, string]>([
  ["JSON of the schema", 200, JSON_TYPE, '{"id":1}'],
  ["a listed CSV", 202, "text/csv; charset=utf-8", "id\n1\n"],
  ["nothing where nothing is listed", 204, "", ""],
  ["nothing, since the caller has it", 304, "", ""],
  ["a problem", 404, "application/problem+json", "{}"],
])("as documented: %s", (_what, status, type, text) => {
  expect(listErrorsOf(status, type, text)).toEqual([]);
});

test("as documented: the answer to HEAD without its body", () => {
  expect(listErrorsOf(200, JSON_TYPE, "", head)).toEqual([]);
});

test.each<[string, number, string, string, string]>([
  ["an HTML page", 200, "text/html", "<p>1</p>", "text/html, not application/json"],
  ["HTML that says it is JSON", 200, JSON_TYPE, "<p>1</p>", "not JSON, though its type says so"],
  ["nothing", 200, JSON_TYPE, "", "no body, not application/json"],
  ["nothing of no type", 200, "", "", "no body, not application/json"],
  ["a body of no type", 200, "", '{"id":1}', "a body of no type, not application/json"],
  ["JSON for a problem", 404, JSON_TYPE, "{}", "application/json, not application/problem+json"],
  ["JSON for a CSV", 202, JSON_TYPE, "{}", "application/json, not text/csv"],
  ["a body where none is listed", 204, JSON_TYPE, "{}", "application/json, not nothing"],
  ["another status", 500, JSON_TYPE, "{}", "the document does not list this status"],
  ["JSON of another schema", 200, JSON_TYPE, '{"id":"1"}', "/id must be integer"],
])("an error: %s", (_what, status, type, text, error) => {
  expect(listErrorsOf(status, type, text)).toContain(error);
});
