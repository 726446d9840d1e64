import { toNextVersion } from "~/access/settings-change.server";
import { findShopSettings, lockShopSettings, replaceDomains, updateShop } from "~/access/shops.repo.server";
import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { inTransaction } from "~db/transaction.server";
import { findProof, type ProofFinding, type ResolveTxt } from "./domain-proof";
import { toHosts, withTakenDomainsAsFields } from "./shops.service.server";

/**
 * Looks up the DNS record of the domain that the shop wants, and of the one in force if a record proved it. A proven
 * domain comes into force; one that has lost its record goes out of force and waits for it again.
 *
 * @returns the finding for the wanted domain; null when there is none
 * @throws ProblemError already_exists when another shop has proven the wanted domain first
 */
export async function verifyDomainRecords(
  shopId: number,
  resolveTxt: ResolveTxt,
  audit: Audit,
): Promise<ProofFinding | null> {
  const shop = await findShopSettings(shopId);
  if (!shop?.domainToken) return null;
  const { publicDomain, wantedDomain, isDomainByDns, domainToken } = shop;
  let seen: Domains = { publicDomain, wantedDomain };
  const find = (domain: string) => findProof(domain, domainToken, resolveTxt);
  if (isDomainByDns && publicDomain && (await find(publicDomain)) === "absent") {
    const after = { publicDomain: null, wantedDomain: wantedDomain ?? publicDomain };
    await setDomains(shopId, seen, after, audit);
    seen = after;
  }
  const wanted = wantedDomain === null ? null : await find(wantedDomain);
  if (wanted === "proven")
    await setDomains(shopId, seen, { publicDomain: wantedDomain, wantedDomain: null }, audit);
  return wanted;
}

type Domains = { publicDomain: string | null; wantedDomain: string | null };

/** Does nothing if somebody has changed the domains since the look-up. */
async function setDomains(shopId: number, seen: Domains, after: Domains, audit: Audit): Promise<void> {
  await withTakenDomainsAsFields(() =>
    inTransaction(async (tx) => {
      const shop = await lockShopSettings(tx, shopId);
      if (shop?.wantedDomain !== seen.wantedDomain || shop.publicDomain !== seen.publicDomain) return;
      const before = { publicDomain: shop.publicDomain, wantedDomain: shop.wantedDomain };
      const isDomainByDns = after.publicDomain !== null;
      await updateShop(tx, shopId, { ...after, isDomainByDns, updatedAt: toNextVersion(shop, audit.now) });
      await replaceDomains(tx, shopId, toHosts({ ...shop, ...after }));
      const action = isDomainByDns ? "shop.domain_proven" : "shop.domain_lost";
      await appendActivity(tx, { shopId, contractId: null, action, before, after }, audit);
    }),
  );
}
