const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Pattern of SQL's LIKE for texts that contain this one, without wildcards of its own. LIKE is case-sensitive. */
export const toContainsPattern = (text: string): string => `%${escapeLike(text)}%`;

/** The same for texts that begin with this one. */
export const toPrefixPattern = (text: string): string => `${escapeLike(text)}%`;
