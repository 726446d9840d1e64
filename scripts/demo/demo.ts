export type DemoAccess = {
  shopDomain: string;
  email: string;
  /** In clear when the shop was made just now; null when it was there already. */
  apiKey: string | null;
};

/**
 * The demo shop: some 300 contracts in every state, with the same customers, products and histories wherever it is made,
 * and dates relative to `now`. Made once, in one transaction: a shop that is there stays as it is.
 *
 * Loads modules of the app, which open a pool on the database they find in the environment when they are loaded.
 *
 * @param options.password for the owner and the two other staff members
 * @param options.publicDomain the loopback host this start answers at, so that links of the demo shop open here; it
 *   follows a start on another port, but not over a domain that somebody has set
 * @throws when those modules have been loaded for another database than `url`
 */
export async function seedDemoShop(
  url: string,
  options: { password: string; now: Date; publicDomain?: string; gateway?: "none" | "test" },
): Promise<DemoAccess> {
  process.env.DATABASE_URL ??= url;
  const { env } = await import("~/lib/env.server");
  if (env.DATABASE_URL !== url) throw new Error("The app's modules have been loaded for another database.");
  const { fillDemoShop } = await import("./demo-fill");
  return fillDemoShop(options);
}
