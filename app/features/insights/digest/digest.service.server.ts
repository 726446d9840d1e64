import type { PrincipalShop } from "~/access/principal";
import { requireWithinSharedLimit, type SharedLimit } from "~/access/shared-limits.service.server";
import { findShopSettings } from "~/access/shops.repo.server";
import { findShopNow, type ShopWithClock, toShopNow } from "~/access/test-clock.repo.server";
import {
  listBillingHours,
  readBillingSettings,
} from "~/features/billing/settings/billing-settings.repo.server";
import { toDatesOfShops } from "~/features/billing/settings/dates-of-shops";
import { addDays } from "~/features/insights/definitions/day-range";
import type { NumberName } from "~/features/insights/definitions/numbers";
import { toListHref } from "~/features/insights/facts/list-url.server";
import { readOverview } from "~/features/insights/facts/overview.service.server";
import { readNumberPoints } from "~/features/insights/pages/number-points.service.server";
import { DIGEST_PATH, INSIGHTS_PATH } from "~/features/insights/pages/overview-url";
import { formatDays } from "~/features/insights/ui/number-format";
import { queueMail } from "~/features/mail/mail.service.server";
import { composeMail } from "~/features/mail/mail-theme.server";
import { readPortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { onShopClock, type RealTime } from "~/lib/clocks";
import { env } from "~/lib/env.server";
import { toDayString } from "~/lib/format";
import { inTransaction } from "~db/transaction.server";
import {
  listRecipients,
  listSubscriptions,
  type Recipient,
  restartAfterClock,
  type Subscription,
  takeMonday,
} from "./digest.repo.server";
import { type Digest, renderDigest } from "./digest-mail";
import { type DigestWeek, toDigestWeek } from "./digest-week.server";

/** The most important numbers, in the order of the overview; links lead to the others. */
const NUMBERS_SHOWN: readonly NumberName[] = [
  "mrr",
  "newMrr",
  "churnedMrr",
  "activeContracts",
  "newContracts",
  "churnedContracts",
  "paidOrders",
  "revenue",
  "failedOrders",
  "recoveredOrders",
  "lostOrders",
  "refunds",
];
/** Number of bars of MRR. */
const WEEKS = 8;

const AN_HOUR = 3_600_000;
/** Per person: enough for trying it out, but not for flooding an inbox. */
const ASKED_FOR: SharedLimit = {
  name: "digest:now",
  most: 5,
  windowMs: AN_HOUR,
  refusal: "Five digests were mailed within an hour. Try again later.",
};

const toWeek = async (shop: PrincipalShop, now: Date): Promise<DigestWeek> => {
  const { billingHour: hour } = await readBillingSettings(shop.id);
  return toDigestWeek(now, { timeZone: shop.timeZone, hour });
};

/** The numbers of the week, as the overview page has them for the same days (docs/insights.md). */
async function readDigest(
  shop: PrincipalShop,
  { week }: DigestWeek,
  { origin, now }: { origin: string; now: Date },
): Promise<Digest> {
  const { currencyCode } = shop;
  const weeks = { from: addDays(week.to, 1 - 7 * WEEKS), to: week.to, currencyCode };
  const range = { ...week, currencyCode };
  const today = toDayString(now, shop.timeZone);
  const [{ numbers }, points] = await Promise.all([
    readOverview(shop, range, today),
    readNumberPoints(shop, weeks, "WEEK"),
  ]);
  const overview = `${INSIGHTS_PATH}?${new URLSearchParams(week)}`;
  return {
    currencyCode,
    numbers: NUMBERS_SHOWN.flatMap((name) => {
      const number = numbers.find((each) => each.name === name);
      if (!number) return [];
      const { value, previous } = number;
      const href = toListHref(name, range, { today, timeZone: shop.timeZone }) ?? overview;
      return [{ name, value, previous, url: `${origin}${href}` }];
    }),
    bars: points.map((point) => ({ date: point.date, value: point.numbers.mrr ?? 0 })),
  };
}

async function composeDigest(
  shop: PrincipalShop,
  due: DigestWeek,
  { name, origin: asked }: Pick<Recipient, "name" | "origin">,
  now: Date,
) {
  const origin = env.PUBLIC_URL ?? asked;
  const digest = await readDigest(shop, due, { origin, now });
  return composeMail(
    {
      subject: `${shop.name}: the week ${formatDays(due.week)}`,
      heading: "Your week",
      name,
      paragraphs: [`How ${shop.name} did from ${formatDays(due.week)}, beside the week before.`],
      block: renderDigest(digest),
      button: {
        label: "Open the insights",
        url: `${origin}${INSIGHTS_PATH}?${new URLSearchParams(due.week)}`,
      },
      footer: `You’re receiving this e-mail because you switched on the weekly digest of ${shop.name}. Switch it off at ${origin}${DIGEST_PATH}`,
    },
    { shop, settings: await readPortalSettings(shop.id), language: "en" },
  );
}

const isToMail = (
  { since, lastMonday }: Omit<Subscription, "shopId">,
  { due, monday }: DigestWeek,
): boolean => since < due && (lastMonday === null || lastMonday < monday);

/**
 * Those of these shops with a digest to mail, or whose clock was set back behind a subscription. For the job of every
 * minute: its number of statements does not grow with the shops, and dates are computed once for each time zone, billing
 * hour and clock. A shop of which that cannot be found out is one of them: its turn fails and says why.
 */
export async function listShopsToMailDigests(
  shops: readonly ShopWithClock[],
  realNow: RealTime,
): Promise<{ id: number }[]> {
  const shopOf = new Map(shops.map((shop) => [shop.id, shop]));
  const subscriptions = await listSubscriptions();
  const hourOf = await listBillingHours();
  const { dated, failed } = toDatesOfShops(
    subscriptions.flatMap((subscription) => {
      const shop = shopOf.get(subscription.shopId);
      if (!shop) return [];
      const { timeZone } = shop;
      return [{ ...subscription, timeZone, hour: hourOf(shop.id), now: toShopNow(shop, realNow) }];
    }),
    ({ timeZone, hour, now }) => `${now.getTime()} ${hour} ${timeZone}`,
    ({ timeZone, hour, now }) => ({
      week: toDigestWeek(now, { timeZone, hour }),
      today: toDayString(now, timeZone),
    }),
  );
  const toDo = dated.filter(
    ({ shop: { now, ...subscription }, dates: { week, today } }) =>
      isToMail(subscription, week) || subscription.since > now || (subscription.lastMonday ?? "") > today,
  );
  return [...new Set([...toDo, ...failed].map(({ shop }) => shop.shopId))].map((id) => ({ id }));
}

/**
 * The job's part for one shop: mails the digest of the last Monday to subscribers who have not had it. Mail and mark
 * are written together, so that it is mailed only once, even if a process dies.
 */
export async function mailDueDigests(shopId: number, realNow: Date): Promise<void> {
  const shop = await findShopSettings(shopId);
  if (!shop) return;
  const now = await findShopNow(shop, realNow);
  const due = await toWeek(shop, now);
  await restartAfterClock(shopId, now, toDayString(now, shop.timeZone));
  for (const recipient of await listRecipients(shopId)) {
    if (!isToMail(recipient, due)) continue;
    const { staffId, email } = recipient;
    const rendered = await composeDigest(shop, due, recipient, now);
    await inTransaction(async (tx) => {
      if (!(await takeMonday(tx, shopId, { staffId, monday: due.monday }))) return;
      await queueMail(tx, shopId, { ...rendered, kind: "weekly_digest", recipient: email }, now);
    });
  }
}

/**
 * Mails the digest of the last whole week, at once, to the caller.
 *
 * @param times.now by the shop's clock
 * @throws ProblemError too_many_requests
 */
export async function mailDigestNow(
  shop: PrincipalShop,
  to: { staffId: number; name: string; email: string; origin: string },
  times: { now: Date; realNow: Date },
): Promise<void> {
  await requireWithinSharedLimit(ASKED_FOR, `${shop.id}:${to.staffId}`, times.realNow);
  const rendered = await composeDigest(shop, await toWeek(shop, times.now), to, times.now);
  await inTransaction((tx) =>
    queueMail(
      tx,
      shop.id,
      { ...rendered, kind: "weekly_digest", recipient: to.email },
      onShopClock(times.now),
    ),
  );
}

/** When the next digest is mailed, and the contents of the last one. */
export async function readDigestPage(shop: PrincipalShop, now: Date) {
  const due = await toWeek(shop, now);
  const { billingHour } = await readBillingSettings(shop.id);
  const { numbers, bars, currencyCode } = await readDigest(shop, due, { origin: "", now });
  return {
    week: due.week,
    next: addDays(due.monday, 7),
    billingHour,
    timeZone: shop.timeZone,
    currencyCode,
    numbers: numbers.map(({ url, ...number }) => ({ ...number, href: url })),
    bars,
  };
}
