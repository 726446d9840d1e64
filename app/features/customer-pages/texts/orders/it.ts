import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Ordini passati",
    all: "Tutti gli ordini passati",
    none: "Non ci sono ancora ordini passati.",
    paid: "Pagato",
    failed: "Pagamento non riuscito",
    skipped: "Saltato",
    number: "Ordine",
    underWay: "Pagamento in corso",
    asksBank: "In attesa della tua banca",
    notSent: "Non inviato",
    refunded: "Rimborsato",
    partRefunded: (amount) => `${amount} rimborsati`,
  },
  receipt: {
    title: "Ricevuta",
    paidOn: "Pagato in data",
    soldBy: "Venduto da",
    subtotal: "Subtotale",
    refund: "Rimborsato",
    left: "Dopo i rimborsi",
    tax: "I prezzi comprendono le eventuali imposte.",
    deliveries: (number) => `${number} consegne, pagate in anticipo`,
  },
  orderNow: {
    title: "Vuoi subito il prossimo ordine?",
    intro: (date) => `Data prevista: ${date}.`,
    consequence: "Addebitiamo ora e prepariamo il tuo ordine. Gli ordini successivi seguono da oggi.",
    confirm: (total) => `Ordina ora per ${total}`,
  },
});
