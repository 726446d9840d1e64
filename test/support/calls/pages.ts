import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { PEER_ADDRESS_HEADER } from "~/http/request/internal-headers";
import type { ProblemBody } from "~/lib/problem";
import { nextNumber } from "../data/factories";

const ORIGIN = "http://localhost";

type Options = {
  cookie?: string;
  /** Fields of a form, which is then posted from our own page. */
  form?: Record<string, string> | [string, string][];
  origin?: string | null;
  /** Scheme and host at which the server is reached. */
  at?: string;
  address?: string;
};

/** A browser's request for a page: a visit, or with `form` the post of a form. */
export function pageRequest(path: string, { cookie, form, origin, at = ORIGIN, address }: Options = {}) {
  const headers = new Headers({ [PEER_ADDRESS_HEADER]: address ?? `192.0.2.${nextNumber() % 250}` });
  if (cookie) headers.set("cookie", cookie);
  if (!form) return new Request(at + path, { headers });
  if (origin !== null) headers.set("origin", origin ?? at);
  const body = new URLSearchParams(form).toString();
  headers.set("content-type", "application/x-www-form-urlencoded;charset=UTF-8");
  headers.set("content-length", String(body.length));
  return new Request(at + path, { method: "POST", headers, body });
}

/** The same request with JSON, as a page's script sends it, instead of the form. */
export function withJson({ url, headers }: Request, body: unknown): Request {
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The same request with an image in a field of a form, as a browser uploads it. */
export function withFile({ url, headers }: Request, field: string, bytes: Uint8Array): Request {
  headers.delete("content-type");
  headers.delete("content-length");
  const body = new FormData();
  body.set(field, new File([bytes as BlobPart], "image.png", { type: "image/png" }));
  return new Request(url, { method: "POST", headers, body });
}

/** The answer of a page's loader or action, returned or thrown. */
export type Answer = {
  status: number;
  headers: Headers;
  data: unknown;
  /** Of a thrown problem, or of a refused form. */
  problem: ProblemBody | null;
};

type Handler = (args: ActionFunctionArgs) => Promise<unknown>;

/** Runs a loader or action as the router does: a value, `data()` or a Response, returned or thrown. */
export async function ask(
  handler: Handler,
  request: Request,
  params: Record<string, string> = {},
  context: AppLoadContext = {},
): Promise<Answer> {
  const outcome = await handler({ request, params, context }).catch((thrown: unknown) => thrown);
  if (outcome instanceof Error) throw outcome;
  if (outcome instanceof Response)
    return { status: outcome.status, headers: outcome.headers, data: null, problem: null };
  if (!isDataWithInit(outcome)) return { status: 200, headers: new Headers(), data: outcome, problem: null };
  return {
    status: outcome.init?.status ?? 200,
    headers: new Headers(outcome.init?.headers),
    data: outcome.data,
    problem: findProblem(outcome.data),
  };
}

function isDataWithInit(value: unknown): value is { data: unknown; init: ResponseInit | null } {
  return (
    typeof value === "object" && value !== null && "type" in value && value.type === "DataWithResponseInit"
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function findProblem(value: unknown): ProblemBody | null {
  if (!isRecord(value)) return null;
  if (value.ok === false) return findProblem(value.problem);
  return typeof value.code === "string" && typeof value.requestId === "string"
    ? (value as ProblemBody)
    : null;
}

/** Names of the fields that a problem lists. */
export const namesOf = (problem: ProblemBody | null): string[] =>
  (problem?.errors ?? []).map(({ pointer, parameter }) => pointer ?? parameter ?? "");
