/** A name for comparing: without case, accents, blanks and punctuation. "Côte d’Ivoire" → "cotedivoire". */
export const toComparable = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
