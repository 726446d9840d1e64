import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ActionFunctionArgs } from "@remix-run/node";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";

type Handler = (args: ActionFunctionArgs) => Promise<unknown>;

/** @field intent which of several forms of a page; null for visits, files and a page's only form */
export type PageEndpoint = {
  route: string;
  intent: string | null;
  endpoint: Pick<Endpoint, "operationId" | "method" | "access" | "params" | "query" | "body">;
  handler: Handler;
};

const ROUTES = "app/routes";
const EXPORTED = /^(?:import|export) \{([^}]*)\} from "~\/([^"]*\.server)";/gm;

/**
 * Every endpoint of the admin's pages and files, with its handler. Routes only re-export: their modules are read as text
 * for what they export, because loading them would load the whole UI.
 */
export async function listPageEndpoints(): Promise<PageEndpoint[]> {
  const files = readdirSync(ROUTES).filter((file) => file.startsWith("admin"));
  return (await Promise.all(files.map(readRoute))).flat();
}

async function readRoute(route: string): Promise<PageEndpoint[]> {
  const source = readFileSync(path.join(ROUTES, route), "utf8");
  const found: PageEndpoint[] = [];
  for (const [, names = "", file = ""] of source.matchAll(EXPORTED)) {
    const module: Record<string, unknown> = await import(path.resolve("app", `${file}.ts`));
    for (const name of names.split(",").map((part) => part.trim().replace(/ as .*/, "")))
      found.push(...toEndpoints(route, module[name]));
  }
  return found;
}

/** The endpoints of a value made by `pageLoader`, `pageAction` or `fileRoute`; none for any other value. */
function toEndpoints(route: string, value: unknown): PageEndpoint[] {
  if (hasForms(value)) {
    const forms = Object.entries(value.forms);
    return forms.map(([intent, endpoint]) => ({
      route,
      intent: forms.length > 1 ? intent : null,
      endpoint,
      handler: value,
    }));
  }
  if (isFileRoute(value)) return toEndpoints(route, value.loader);
  if (!hasEndpoints(value)) return [];
  return value.endpoints.map((endpoint) => ({ route, intent: null, endpoint, handler: value }));
}

const isHandler = (value: unknown): value is Handler => typeof value === "function";
const hasForms = (value: unknown): value is Handler & { forms: Record<string, Endpoint> } =>
  isHandler(value) && "forms" in value;
const hasEndpoints = (value: unknown): value is Handler & { endpoints: Endpoint[] } =>
  isHandler(value) && "endpoints" in value;
const isFileRoute = (value: unknown): value is { loader: unknown } =>
  typeof value === "object" && value !== null && "loader" in value;
