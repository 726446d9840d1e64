import { z } from "zod";
import type { PrincipalShop } from "~/access/principal";
import { seal, unseal } from "~/access/sealed-value.server";
import { toStorefrontUrl } from "~/access/shop-origin";

const claims = z.object({ use: z.literal("stop-reminders"), shopId: z.int(), customerId: z.int() });
export type StopClaims = Pick<z.output<typeof claims>, "shopId" | "customerId">;

/** The page on which a customer turns reminders off, without signing in: the link is the proof. It does not expire. */
export function toStopUrl(shop: PrincipalShop, customerId: number): string {
  const token = seal({ use: "stop-reminders", shopId: shop.id, customerId });
  return toStorefrontUrl(shop, `reminders/${token}`);
}

/** @returns null for anything that we have not sealed for this purpose */
export async function readStopToken(token: string): Promise<StopClaims | null> {
  const read = claims.safeParse(await unseal(token));
  return read.success ? read.data : null;
}
