import { pathToFileURL } from "node:url";

/**
 * `NODE_OPTIONS` for programs that load a module before all else, and what those of this process load.
 *
 * @param module a URL, or a path below the project's folder; without blanks
 * @param query handed to it by its URL
 */
export function preloading(module: string, query: Record<string, string> = {}): string {
  const url = module.startsWith("data:") ? new URL(module) : pathToFileURL(module);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const present = (process.env.NODE_OPTIONS ?? "").split(" ").filter(Boolean);
  return [...new Set([...present, `--import=${url.href}`])].join(" ");
}
