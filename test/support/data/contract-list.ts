import { loader } from "~/api/contract-list";

export const LIST_PATH = "/api/external/v2/subscription-contract-details";

/** The contract list as a client calls it. `search` begins with "?" or is empty. */
export function requestList(
  key: string | null,
  search = "",
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const headers = { ...(key && { "X-API-Key": key }), ...init.headers };
  const request = new Request(`http://localhost${LIST_PATH}${search}`, { ...init, headers });
  return loader({ request, params: {}, context: {} });
}

/** Targets of a Link header by relation, as the search part of their URL. */
export function readLinks(response: Response): Partial<Record<string, string>> {
  const header = response.headers.get("Link") ?? "";
  const links = [...header.matchAll(/<([^>]*)>; rel="([a-z]+)"/g)];
  return Object.fromEntries(
    links.map(([, target = "", relation]) => [relation, new URL(target, "http://localhost").search]),
  );
}

type Page = {
  ids: number[];
  total: number;
  precision: string | null;
  links: Partial<Record<string, string>>;
};

/** One page: the `id` of each record, the total and the links. @throws unless the answer is 200 */
export async function readList(key: string, search: string): Promise<Page> {
  const response = await requestList(key, search);
  if (response.status !== 200) throw new Error(`${search}: ${response.status} ${await response.text()}`);
  const records: { id: number }[] = await response.json();
  return {
    ids: records.map((record) => record.id),
    total: Number(response.headers.get("X-Total-Count")),
    precision: response.headers.get("X-Total-Count-Precision"),
    links: readLinks(response),
  };
}

/** Every page from `search` on, by following one relation to its end. */
export async function walkList(key: string, search: string, relation: "next" | "prev"): Promise<Page[]> {
  const pages: Page[] = [];
  for (let at: string | undefined = search; at !== undefined; at = pages.at(-1)?.links[relation])
    pages.push(await readList(key, at));
  return pages;
}
