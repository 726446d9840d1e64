/**
 * A public domain counts only when its owner says so: a TXT record beside it holds the shop's token (wire.md §7). Who
 * could claim any host would get what is meant for another shop.
 */
export const toProofRecord = (domain: string): string => `_perennial.${domain}`;

/** The texts of a name's TXT records, none when there are none. @throws when nobody could say. */
export type ResolveTxt = (name: string) => Promise<string[]>;

export type ProofFinding = "proven" | "absent" | "unknown";

/** @returns "unknown" when nobody could say: then things stay as they are */
export async function findProof(
  domain: string,
  token: string,
  resolveTxt: ResolveTxt,
): Promise<ProofFinding> {
  try {
    const texts = await resolveTxt(toProofRecord(domain));
    return texts.some((text) => text.trim() === token) ? "proven" : "absent";
  } catch {
    return "unknown";
  }
}
