import { Resolver } from "node:dns/promises";

const NONE = new Set(["ENODATA", "ENOTFOUND"]);

/** The texts of a name's TXT records, from the system's name servers. @throws when they do not answer */
export async function resolveTxt(name: string): Promise<string[]> {
  try {
    const records = await new Resolver({ timeout: 1500, tries: 2 }).resolveTxt(name);
    return records.map((parts) => parts.join(""));
  } catch (error) {
    if (error instanceof Error && "code" in error && NONE.has(String(error.code))) return [];
    throw error;
  }
}
