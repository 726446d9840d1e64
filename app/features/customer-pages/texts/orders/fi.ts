import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Aiemmat tilaukset",
    all: "Kaikki aiemmat tilaukset",
    none: "Aiempia tilauksia ei vielä ole.",
    paid: "Maksettu",
    failed: "Maksu epäonnistui",
    skipped: "Ohitettu",
    number: "Tilaus",
    underWay: "Maksu käsittelyssä",
    asksBank: "Odottaa pankkiasi",
    notSent: "Ei lähetetty",
    refunded: "Hyvitetty",
    partRefunded: (amount) => `Hyvitetty ${amount}`,
  },
  receipt: {
    title: "Kuitti",
    paidOn: "Maksupäivä",
    soldBy: "Myyjä",
    subtotal: "Välisumma",
    refund: "Hyvitetty",
    left: "Hyvitysten jälkeen",
    tax: "Hinnat sisältävät mahdolliset verot.",
    deliveries: (number) => `${number} toimitusta, maksettu ennakkoon`,
  },
  orderNow: {
    title: "Haluatko seuraavan tilauksen nyt?",
    intro: (date) => `Suunniteltu päivä: ${date}.`,
    consequence: "Veloitamme nyt ja valmistelemme tilauksesi. Myöhemmät tilaukset lasketaan tästä päivästä.",
    confirm: (total) => `Tilaa nyt, ${total}`,
  },
});
