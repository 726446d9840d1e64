import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `Maksusi ${amount} tilauksesta (${date}) ei onnistunut.`,
  act: "Tarkista korttisi tai käytä toista.",
  bank: "Pankkisi haluaa, että vahvistat sen.",
  retry: (date) => `Yritämme uudelleen: ${date}. Voit myös maksaa nyt tai käyttää toista korttia.`,
  checking: (amount) => `Tarkistamme maksuasi ${amount}. Se voi kestää hetken.`,
  payNow: (amount) => `Maksa ${amount} nyt`,
  another: "Käytä toista korttia",
  addCard: "Lisää kortti",
  title: "Maksu",
  intro:
    "Annat uuden kortin maksupalvelumme sivulla ja palaat heti takaisin. Mahdollista avointa maksua yritetään silloin heti uudelleen.",
  also: "Käytä uutta korttia myös näihin",
  away: "Olit hetken poissa. Se, mitä teit maksusivulla, on tullut perille. Anna sähköpostiosoitteesi, niin lähetämme linkin sen katsomiseen.",
  done: {
    pay_paid: () => "Maksettu. Kiitos!",
    pay_failed: () => "Maksu ei onnistunut.",
    pay_open: () => "Maksua ei ole vielä vahvistettu.",
    pay_waiting: () => "Maksusi on matkalla. Tiedämme kohta.",
    card_changed: () => "Uusi korttisi on tallennettu.",
    card_kept: () => "Mitään ei muutettu: korttisi on sama kuin ennen.",
    card_waiting: () => "Odotamme maksupalvelua. Uusi korttisi näkyy täällä pian.",
    card_paid: () => "Uusi korttisi on tallennettu ja tilauksesi maksettu. Kiitos!",
    card_failed: () => "Uusi korttisi on tallennettu, mutta maksu ei onnistunut.",
    card_open: () => "Uusi korttisi on tallennettu. Pankkisi haluaa, että vahvistat maksun.",
  },
});
