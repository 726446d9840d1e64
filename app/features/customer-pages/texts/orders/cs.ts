import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Minulé objednávky",
    all: "Všechny minulé objednávky",
    none: "Zatím nejsou žádné minulé objednávky.",
    paid: "Zaplaceno",
    failed: "Platba se nezdařila",
    skipped: "Vynecháno",
    number: "Objednávka",
    underWay: "Platba probíhá",
    asksBank: "Čeká na vaši banku",
    notSent: "Neodesláno",
    refunded: "Vráceno",
    partRefunded: (amount) => `Vráceno ${amount}`,
  },
  receipt: {
    title: "Doklad",
    paidOn: "Datum platby",
    soldBy: "Prodejce",
    subtotal: "Mezisoučet",
    refund: "Vráceno",
    left: "Po vrácení",
    tax: "Ceny zahrnují příslušné daně.",
    deliveries: (number) => `Počet doručení: ${number}, zaplaceno předem`,
  },
  orderNow: {
    title: "Chcete další objednávku hned?",
    intro: (date) => `Plánovaný termín: ${date}.`,
    consequence: "Platbu strhneme nyní a objednávku připravíme. Pozdější objednávky se počítají ode dneška.",
    confirm: (total) => `Objednat hned za ${total}`,
  },
});
