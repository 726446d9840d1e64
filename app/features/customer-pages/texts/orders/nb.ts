import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Tidligere bestillinger",
    all: "Alle tidligere bestillinger",
    none: "Det er ingen tidligere bestillinger ennå.",
    paid: "Betalt",
    failed: "Betalingen mislyktes",
    skipped: "Hoppet over",
    number: "Bestilling",
    underWay: "Betaling pågår",
    asksBank: "Venter på banken din",
    notSent: "Ikke sendt",
    refunded: "Refundert",
    partRefunded: (amount) => `${amount} refundert`,
  },
  receipt: {
    title: "Kvittering",
    paidOn: "Betalt den",
    soldBy: "Solgt av",
    subtotal: "Delsum",
    refund: "Refundert",
    left: "Etter refusjon",
    tax: "Prisene inkluderer eventuell mva.",
    deliveries: (number) => `${number} leveringer, betalt på forhånd`,
  },
  orderNow: {
    title: "Vil du ha neste bestilling nå?",
    intro: (date) => `Planlagt ${date}.`,
    consequence: "Vi trekker betalingen nå og klargjør bestillingen. Senere bestillinger følger fra i dag.",
    confirm: (total) => `Bestill nå for ${total}`,
  },
});
