import type { Json, JsonObject } from "~/http/endpoint/json-schema";

export type CallerKind = "merchant" | "customer" | "anybody";

/** An operation of openapi.json. */
export type Operation = {
  path: string;
  method: string;
  operationId: string;
  /** Who may call it. */
  caller: CallerKind;
  parameters: JsonObject[];
  /** The schema of a JSON body; null: it takes none. */
  body: Json | null;
  /** Whether it is refused without a body. */
  needsBody: boolean;
  responses: JsonObject;
};

export const toObject = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
export const toList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** @param value a schema, parameter or body, or a reference to one */
export function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  const object = toObject(value);
  if (typeof object.$ref !== "string") return object;
  const names = object.$ref.slice(2).split("/");
  const found = names.reduce<Json | undefined>(
    (inner, name) => toObject(inner)[name.replaceAll("~1", "/")],
    document,
  );
  return resolve(document, found);
}

/** All operations: the merchant's, the portal's, and those that need no credential. */
export function listOperations(document: JsonObject): Operation[] {
  return Object.entries(toObject(document.paths)).flatMap(([path, item]) =>
    Object.entries(toObject(item)).flatMap(([method, value]) => {
      const operation = toObject(value);
      if (!operation.responses) return [];
      const body = resolve(document, operation.requestBody);
      const content = toObject(body.content)["application/json"];
      const parameters = [...toList(toObject(item).parameters), ...toList(operation.parameters)];
      return [
        {
          path,
          method: method.toUpperCase(),
          operationId: String(operation.operationId),
          caller: toCallerKind(operation),
          parameters: parameters.map((each) => resolve(document, each)),
          body: toObject(content).schema ?? null,
          needsBody: body.required === true,
          responses: toObject(operation.responses),
        },
      ];
    }),
  );
}

function toCallerKind({ security }: JsonObject): CallerKind {
  const schemes = toList(security).flatMap((each) => Object.keys(toObject(each)));
  if (schemes.includes("PortalToken")) return "customer";
  return schemes.length > 0 ? "merchant" : "anybody";
}
