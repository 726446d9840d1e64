import { env } from "~/lib/env.server";

/** A mail as its return address identifies it. */
export type ReturnedMail = { shopId: number; mailId: number; returnCode: string };

type Sent = { shopId: number; id: number; returnCode: string | null };

/**
 * The return address of a mail (VERP), unique to it, so that a returned mail can be identified.
 * @returns undefined when returned mails do not come to this server
 */
export const toReturnAddress = ({ shopId, id, returnCode }: Sent): string | undefined =>
  env.BOUNCE_DOMAIN && returnCode ? `return-${shopId}-${id}-${returnCode}@${env.BOUNCE_DOMAIN}` : undefined;

/** @returns null for every address not of this form or domain; the caller still has to compare the code */
export function parseReturnAddress(address: string): ReturnedMail | null {
  const [local = "", domain, ...more] = address.toLowerCase().split("@");
  const [, shopId, mailId, returnCode] = /^return-(\d{1,15})-(\d{1,15})-([0-9a-f]{20})$/.exec(local) ?? [];
  if (more.length > 0 || domain !== env.BOUNCE_DOMAIN || !returnCode) return null;
  return { shopId: Number(shopId), mailId: Number(mailId), returnCode };
}
