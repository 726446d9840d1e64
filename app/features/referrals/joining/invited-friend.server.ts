import { z } from "zod";
import { seal, unseal } from "~/access/sealed-value.server";

const sealedFriend = z.object({ friend: z.string() });

/** The e-mail of a friend just named, for the address of the page that follows. */
export const sealFriend = (friend: string): Promise<string> => seal({ friend });

/** The same, read; null for anything that we have not sealed. */
export async function unsealFriend(sealed: string): Promise<string | null> {
  const found = sealedFriend.safeParse(await unseal(sealed));
  return found.success ? found.data.friend : null;
}
