import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { insertImport } from "~/features/imports/records/imports.repo.server";
import { insertMail } from "~/features/mail/mails.repo.server";
import { insertNote } from "~/features/notes/notes.repo.server";
import { copyPortalLink } from "~/features/portal-links/issued-links.service.server";
import { db } from "~db/client.server";
import { bundles } from "~db/schema/bundles";
import { contracts } from "~db/schema/contracts";
import { discountCodes } from "~db/schema/discount-codes";
import { imports } from "~db/schema/imports";
import { internalNotes } from "~db/schema/internal-notes";
import { portalTokens } from "~db/schema/portal-access";
import { apiKeys, savedViews, sessions } from "~db/schema/shops";
import { webhookDeliveries } from "~db/schema/webhooks";
import { insertCode } from "../calls/discounts";
import { insertStaff, NOW, nextNumber, signIn, type TestShop, testAudit } from "../data/factories";
import type { Ids } from "./ids-of-a-shop";

/** Ids that only pages use. */
export type PageIds = Record<
  | "bundleRow"
  | "code"
  | "mail"
  | "import"
  | "delivery"
  | "noteOfContract"
  | "noteOfCustomer"
  | "contractView"
  | "orderView"
  | "customerView"
  | "referralView"
  | "staff"
  | "apiKey"
  | "portalLink"
  | "session",
  string
>;

type Owned = { id: unknown };
const idOf = (row: Owned | undefined): string => {
  if (!row) throw new Error("a row that was just made is not there");
  return String(row.id);
};

/** Makes one of each in a shop. @param staffId whose saved views and session they are */
export async function makePageIds(shop: TestShop, ids: Ids, staffId: number): Promise<PageIds> {
  const shopId = shop.id;
  const customerId = Number(ids.customer);
  const [contract] = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.shopId, shopId), eq(contracts.subscriptionContractId, Number(ids.contract))));
  const contractId = Number(idOf(contract));
  const [bundle] = await db
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(eq(bundles.shopId, shopId), eq(bundles.handle, ids.bundle)));
  const code = await insertCode(shopId);
  const [codeRow] = await db
    .select({ id: discountCodes.id })
    .from(discountCodes)
    .where(and(eq(discountCodes.shopId, shopId), eq(discountCodes.code, code)));
  const note = { shopId, text: "Rings twice", authorName: "Owner", createdAt: NOW };
  await insertNote(db, { ...note, contractId });
  await insertNote(db, { ...note, customerId });
  const notes = await db
    .select({ id: internalNotes.id })
    .from(internalNotes)
    .where(eq(internalNotes.shopId, shopId))
    .orderBy(desc(internalNotes.id))
    .limit(2);
  const view = { shopId, staffId, name: `View ${nextNumber()}`, search: "q=tea", createdAt: NOW };
  const lists = ["contracts", "orders", "customers", "referrals"] as const;
  const views = await db
    .insert(savedViews)
    .values(lists.map((list) => ({ ...view, list })))
    .returning({ id: savedViews.id });
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({
      shopId,
      endpointId: Number(ids.webhookEndpoint),
      type: "webhook.test",
      status: "FAILED",
      tries: [],
      createdAt: NOW,
    })
    .returning({ id: webhookDeliveries.id });
  const mail = {
    kind: "notice",
    recipient: ids.email,
    subject: "Soon",
    text: "Tea",
    html: "<p>Tea</p>",
  } as const;
  const mailId = await insertMail(db, shopId, mail, NOW);
  await copyPortalLink(shop.shop, Number(ids.contract), testAudit(new Date()));
  const [link] = await db
    .select({ id: portalTokens.id })
    .from(portalTokens)
    .where(and(eq(portalTokens.shopId, shopId), eq(portalTokens.contractId, contractId)));
  const importId = await insertImport(db, shopId, testAudit());
  await db
    .update(imports)
    .set({ status: "COMPLETED", finishedAt: NOW })
    .where(and(eq(imports.shopId, shopId), eq(imports.id, importId)));
  const [key] = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(eq(apiKeys.shopId, shopId))
    .orderBy(desc(apiKeys.id))
    .limit(1);
  await signIn(shopId, staffId);
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.staffId, staffId))
    .orderBy(desc(sessions.createdAt))
    .limit(1);
  return {
    bundleRow: idOf(bundle),
    code: idOf(codeRow),
    mail: String(mailId),
    import: String(importId),
    delivery: idOf(delivery),
    noteOfContract: idOf(notes[1]),
    noteOfCustomer: idOf(notes[0]),
    contractView: idOf(views[0]),
    orderView: idOf(views[1]),
    customerView: idOf(views[2]),
    referralView: idOf(views[3]),
    staff: String((await insertStaff(shopId, "viewer")).id),
    apiKey: idOf(key),
    portalLink: idOf(link),
    session: idOf(session),
  };
}

export const UNKNOWN_PAGE_IDS: PageIds = {
  bundleRow: "899999001",
  code: "899999002",
  mail: "899999003",
  import: "899999004",
  delivery: "899999005",
  noteOfContract: "899999006",
  noteOfCustomer: "899999007",
  contractView: "899999008",
  orderView: "899999009",
  customerView: "899999010",
  referralView: "899999013",
  staff: "899999011",
  apiKey: "899999012",
  portalLink: "AAAAAAAAAAAAAAAAAAAAAA",
  session: randomUUID(),
};
