import { parsePlatformId } from "~/lib/gid";

/** What was wrong with an id, for people; long ones are cut. */
export const toShownId = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * Ids of contracts in a text: numeric or in their gid form, blanks around them ignored, each counted once.
 * @param separator what stands between them
 */
export function parseContractIds(text: string, separator: RegExp): { ids: number[]; wrong: string[] } {
  const ids = new Set<number>();
  const wrong = new Set<string>();
  for (const part of text.split(separator)) {
    const trimmed = part.trim();
    if (trimmed === "") continue;
    const id = parsePlatformId(trimmed, "SubscriptionContract");
    if (id === null) wrong.add(trimmed);
    else ids.add(id);
  }
  return { ids: [...ids], wrong: [...wrong] };
}
