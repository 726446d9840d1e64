import type { Queryable } from "~db/client.server";
import { portalSettings } from "~db/schema/portal-settings";
import { addDays } from "./demo-days";

/** Portal settings as a merchant might have them: own texts in two languages, a reason with each kind of offer. */
export async function fillPortalSettings(tx: Queryable, shopId: number, now: Date): Promise<void> {
  await tx.insert(portalSettings).values({
    shopId,
    accentColor: "#1a6f52",
    backgroundColor: "#f6f6f1",
    words: {
      en: {
        heading: "Your Fernhill deliveries",
        welcome: "Good to see you. Change anything until the day before your order.",
        cancelIntro: "We are sorry to see you think about it. Tell us why, perhaps we can help.",
        help: "Questions? Write to hello@fernhill.example, we answer within a day.",
      },
      de: {
        heading: "Ihre Lieferungen von Fernhill",
        welcome: "Schön, dass Sie da sind. Bis zum Tag vor Ihrer Lieferung können Sie alles ändern.",
        cancelIntro: "Schade, dass Sie daran denken. Sagen Sie uns, warum: Vielleicht können wir helfen.",
        help: "Fragen? Schreiben Sie an hello@fernhill.example, wir antworten innerhalb eines Tages.",
      },
    },
    cancelReasons: [
      { id: "too_much", words: {}, offer: "SKIP", discountCode: null },
      { id: "break", words: {}, offer: "PAUSE", discountCode: null },
      { id: "too_expensive", words: {}, offer: "DISCOUNT", discountCode: "STAY20" },
      {
        id: "taste",
        words: {
          en: "It is not quite to my taste",
          de: "Es trifft meinen Geschmack nicht ganz",
          fr: "Ce n’est pas tout à fait à mon goût",
          es: "No es del todo de mi gusto",
          ja: "好みに合わなかった",
        },
        offer: "NONE",
        discountCode: null,
      },
      { id: "other", words: {}, offer: "NONE", discountCode: null },
    ],
    updatedAt: addDays(now, -60),
  });
}
