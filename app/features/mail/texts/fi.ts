import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const fi = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Hei ${name},` : "Hei,"),
    footer: (shop) => `Saat tämän viestin, koska sinulla on kestotilaus: ${shop}.`,
    orCopy: "Tai kopioi tämä osoite selaimeesi:",
    portalLink: {
      button: "Avaa kestotilaukseni",
      goodUntil: (until) => `Linkki on voimassa ${until} asti.`,
      once: "Sen voi avata kerran.",
      notYou: "Etkö pyytänyt tätä? Voit jättää viestin huomiotta. Älä jaa linkkiä.",
    },
    paymentAsked: {
      subject: (shop) => `Maksutapasi: ${shop}`,
      heading: "Saimme pyyntösi",
      text: (shop) =>
        `Haluat päivittää maksutapasi. ${shop} on saanut tiedon ja lähettää sinulle maksupalvelun linkin.`,
      notYou: (shop) => `Etkö pyytänyt tätä? Ota yhteyttä: ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Maksutapasi: ${shop}`,
      heading: "Päivitä maksutapasi",
      text: (shop) =>
        `${shop} pyytää sinulta toista korttia kestotilaukseesi, jotta seuraavat tilaukset voidaan maksaa.`,
      button: "Käytä toista korttia",
    },
    paymentWanted: {
      subject: (customer) => `${customer} haluaa päivittää maksutapansa`,
      heading: "Asiakas haluaa päivittää maksutapansa",
      text: (customer, contract) =>
        `${customer} on pyytänyt linkkiä sopimuksen ${contract} maksutavan päivittämiseen. Lähetä se kauppa-alustalta.`,
    },
  }),
);
