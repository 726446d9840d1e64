export type DemoAccess = {
  shopDomain: string;
  email: string;
  /** The key itself if the shop was created just now; null if it existed already. */
  apiKey: string | null;
};

/**
 * The demo shop: some 300 contracts in every state, with the same customers, products and histories wherever it is
 * created, and dates relative to `now`. Created once, in one transaction: an existing shop is not changed.
 *
 * Loads modules of the app, which open a pool on the database in the environment when they are loaded.
 *
 * @param options.password for the owner and the two other staff members
 * @param options.publicDomain the loopback host at which this start answers, so that the demo shop's links open here; a
 *   start on another port replaces it, unless somebody has set a domain
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
