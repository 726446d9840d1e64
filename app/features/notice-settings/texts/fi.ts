import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const fi = once(
  (): NoticeTexts => ({
    created: {
      subject: "{{shop_name}}: kestotilauksesi",
      body: "Kiitos kestotilauksestasi: {{products}}.\n\nSeuraava tilaus: {{next_order_date}}.",
      sms: "{{shop_name}}: Kiitos kestotilauksestasi. Seuraava tilaus: {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "{{shop_name}}: seuraava tilauksesi lähestyy",
      body: "Valmistelemme pian seuraavan tilauksesi: {{products}}. Päivä: {{order_date}}. Hinta: {{amount}}.\n\nVoit vielä muuttaa tilausta tai ohittaa sen.",
      sms: "{{shop_name}}: Valmistelemme pian seuraavan tilauksesi. Päivä: {{order_date}}. Hinta: {{amount}}. Voit vielä muuttaa sitä tai ohittaa sen.",
    },
    order_paid: {
      subject: "{{shop_name}}: tilauksesi",
      body: "Olemme saaneet maksusi ({{products}}). Tilauksesi {{order_name}} on nyt valmisteltavana.\n\nSeuraava tilaus: {{next_order_date}}.",
      sms: "{{shop_name}}: Olemme saaneet maksusi. Tilauksesi {{order_name}} on valmisteltavana.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Kestotilauksesi maksua kaupassa {{shop_name}} ei voitu veloittaa.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Kestotilauksesi on tauolla",
      body: "Kestotilauksesi ({{products}}) on tauolla. Mitään ei veloiteta, ennen kuin se jatkuu.",
      sms: "{{shop_name}}: Kestotilauksesi on tauolla. Mitään ei veloiteta, ennen kuin se jatkuu.",
    },
    resumed: {
      subject: "Kestotilauksesi jatkuu",
      body: "Kestotilauksesi ({{products}}) jatkuu. Seuraava tilaus: {{next_order_date}}.",
      sms: "{{shop_name}}: Kestotilauksesi jatkuu. Seuraava tilaus: {{next_order_date}}.",
    },
    cancelled: {
      subject: "Kestotilauksesi on peruttu",
      body: "Kestotilauksesi ({{products}}) on peruttu. Mitään ei enää veloiteta.",
      sms: "{{shop_name}}: Kestotilauksesi on peruttu. Mitään ei enää veloiteta.",
    },
    skipped: {
      subject: "Tilauksesi on ohitettu",
      body: "Tilauksesi ({{order_date}}) on ohitettu, eikä siitä veloiteta mitään.\n\nSeuraava tilaus: {{next_order_date}}.",
      sms: "{{shop_name}}: Tilauksesi ({{order_date}}) on ohitettu, eikä siitä veloiteta mitään.",
    },
    address: {
      subject: "Toimitusosoitteesi on muuttunut",
      body: "Tilaustesi toimitusosoite on tästä lähtien: {{address}}",
      sms: "{{shop_name}}: Toimitusosoitteesi on muuttunut. Uusi osoite: {{address}}",
    },
    frequency: {
      subject: "Kestotilauksesi toimitusväli on muuttunut",
      body: "Tästä lähtien: {{frequency}}. Seuraava tilaus: {{next_order_date}}.",
      sms: "{{shop_name}}: Kestotilauksesi toimitusväli on muuttunut: {{frequency}}.",
    },
    products: {
      subject: "Kestotilauksesi on muuttunut",
      body: "Kestotilauksesi on nyt: {{products}}. Yhden tilauksen hinta: {{amount}}.",
      sms: "{{shop_name}}: Kestotilauksesi on muuttunut. Yhden tilauksen hinta: {{amount}}.",
    },
    card_expiring: {
      subject: "Korttisi vanhenee pian",
      body: "Kortti {{card}}, jolla maksat kestotilauksesi kaupassa {{shop_name}}, vanhenee pian. Valitse toinen kortti, jotta seuraavat tilauksesi voidaan maksaa.",
      sms: "{{shop_name}}: Korttisi {{card}} vanhenee pian. Valitse toinen: {{portal_address}}",
    },
    portal_link: {
      subject: "Linkkisi kauppaan {{shop_name}}",
      body: "Tällä linkillä näet ja hallitset kestotilauksiasi kaupassa {{shop_name}}. Salasanaa ei tarvita.\n\n{{good_for}}",
    },
    button: "Avaa kestotilaukseni",
    unsubscribe: "Ei enää muistutuksia sähköpostitse",
    stopping: {
      title: "Muistutukset sähköpostitse",
      text: (shop) =>
        `Haluatko, ettei ${shop} enää lähetä sinulle muistutuksia sähköpostitse? Muutoksista kerrotaan edelleen.`,
      button: "Lopeta muistutukset",
      done: (shop) => `${shop} ei enää lähetä sinulle muistutuksia sähköpostitse.`,
      again: "Ota muistutukset taas käyttöön",
    },
  }),
);
