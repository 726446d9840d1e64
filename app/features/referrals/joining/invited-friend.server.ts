import { z } from "zod";
import { seal, unseal } from "~/access/sealed-value.server";

const sealedFriend = z.object({ friend: z.string() });

/** Seals the e-mail of a friend just invited, for the address of the next page. */
export const sealFriend = (friend: string): string => seal({ friend });

/** Opens a sealed e-mail; null for anything we have not sealed. */
export async function unsealFriend(sealed: string): Promise<string | null> {
  const found = sealedFriend.safeParse(await unseal(sealed));
  return found.success ? found.data.friend : null;
}
