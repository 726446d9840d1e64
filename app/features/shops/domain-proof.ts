/**
 * A public domain comes into force only when its owner proves it: a TXT record below it holds the shop's token (wire.md
 * §7). Otherwise a shop could claim another one's host and receive its customers' links.
 */
export const toProofRecord = (domain: string): string => `_perennial.${domain}`;

/** The texts of a name's TXT records; empty when there are none. @throws when the name servers do not answer. */
export type ResolveTxt = (name: string) => Promise<string[]>;

export type ProofFinding = "proven" | "absent" | "unknown";

/** @returns "unknown" when the name servers do not answer; the caller then changes nothing */
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
