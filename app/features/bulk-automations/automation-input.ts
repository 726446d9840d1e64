import { parsePlatformId } from "~/lib/gid";

/** An invalid id for an error message; long ones are cut. */
export const toShownId = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * Contract ids in a text: numeric or gids, surrounding blanks ignored, duplicates removed.
 * @param separator between the ids
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
