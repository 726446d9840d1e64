import fc from "fast-check";
import type { Json, JsonObject } from "~/http/endpoint/json-schema";
import type { Caller } from "./callers";
import { type Operation, toObject } from "./document";
import { toCredentials, toHeaders } from "./headers";
import { toValues } from "./values";

/** One request of an operation, as the document describes it or nearly so. */
export type FuzzedRequest = {
  operation: Operation;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Another body for the same call. */
  otherBody?: string;
  /** Where what it changes is read: its contract, or what is at its own path. */
  readAt: string;
};

const API = "/api/external/v2";
const toText = (value: Json | undefined): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? null);

/** Requests of one operation. @param callers of whom those ask who may */
export function toRequests(
  document: JsonObject,
  operation: Operation,
  callers: readonly Caller[],
): fc.Arbitrary<FuzzedRequest> {
  const able = callers.filter(({ kind }) => kind === operation.caller);
  return fc.oneof(...able.map((caller) => toRequestsOf(document, operation, caller)));
}

function toRequestsOf(
  document: JsonObject,
  operation: Operation,
  caller: Caller,
): fc.Arbitrary<FuzzedRequest> {
  const source = { document, known: caller.known, path: operation.path };
  const sent = operation.parameters.filter(
    (parameter) => parameter.in === "path" || parameter.in === "query",
  );
  const toParameter = ({ name, in: place, required, example, schema }: JsonObject) => {
    const values = toValues(source, { ...toObject(schema), ...(example && { example }) }, String(name));
    // What writes take in the query is mostly needed, there or in the body.
    const freq = operation.method === "GET" ? 1 : 3;
    return place === "path" || required === true ? values : fc.option(values, { nil: undefined, freq });
  };
  const toBody = () => {
    if (operation.body === null) return fc.constant(undefined);
    const values = toValues(source, operation.body);
    return operation.needsBody ? values : fc.option(values, { nil: undefined, freq: 1 });
  };
  const headers = fc
    .tuple(toCredentials(caller), toHeaders(operation.parameters))
    .map(([credentials, others]) => ({ ...credentials, ...others }));
  return fc
    .tuple(fc.tuple(...sent.map(toParameter)), toBody(), toBody(), headers)
    .map(([values, content, other, headers]) => {
      const query = new URLSearchParams();
      const named: Record<string, string> = {};
      let path = operation.path;
      for (const [index, parameter] of sent.entries()) {
        const value = values[index];
        if (value === undefined) continue;
        const name = String(parameter.name);
        named[name] = toText(value);
        if (parameter.in === "path")
          path = path.replace(`{${name}}`, encodeURIComponent(toText(value)) || "x");
        else for (const each of Array.isArray(value) ? value : [value]) query.append(name, toText(each));
      }
      return {
        operation,
        path: query.size > 0 ? `${path}?${query}` : path,
        method: operation.method,
        headers,
        readAt: toReadPath(path, { ...toObject(content), ...named }, caller),
        ...(content !== undefined && { body: JSON.stringify(content) }),
        ...(other !== undefined && { otherBody: JSON.stringify(other) }),
      };
    });
}

function toReadPath(path: string, sent: JsonObject, { contractOf }: Caller): string {
  const contract = sent.contractId ?? contractOf[toText(sent.id)] ?? sent.subscriptionContractId;
  return contract === undefined
    ? path.replace(/^\/apps\/\w+\/cp\/api\//, `${API}/`)
    : `${API}/subscription-contracts/contract-external/${encodeURIComponent(toText(contract)) || "x"}`;
}
