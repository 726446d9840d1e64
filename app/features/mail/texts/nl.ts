import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const nl = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Hallo ${name},` : "Hallo,"),
    footer: (shop) => `Je ontvangt deze e-mail vanwege je abonnement bij ${shop}.`,
    orCopy: "Of kopieer dit adres naar je browser:",
    portalLink: {
      button: "Mijn abonnementen openen",
      goodUntil: (until) => `De link werkt tot ${until}.`,
      once: "Hij kan één keer worden geopend.",
      notYou: "Niet aangevraagd? Dan kun je deze e-mail negeren. Deel de link niet.",
    },
    paymentAsked: {
      subject: (shop) => `Je betaalmethode bij ${shop}`,
      heading: "We hebben je verzoek ontvangen",
      text: (shop) =>
        `Je wilt je betaalmethode bijwerken. We hebben ${shop} ingelicht; je krijgt van hen een link van de betaalprovider.`,
      notYou: (shop) => `Niet aangevraagd? Neem dan contact op met ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Je betaalmethode bij ${shop}`,
      heading: "Werk je betaalmethode bij",
      text: (shop) =>
        `${shop} vraagt je om een andere kaart voor je abonnement, zodat je volgende bestellingen betaald kunnen worden.`,
      button: "Andere kaart gebruiken",
    },
    paymentWanted: {
      subject: (customer) => `${customer} wil de betaalmethode bijwerken`,
      heading: "Een klant wil de betaalmethode bijwerken",
      text: (customer, contract) =>
        `${customer} vraagt om een link om de betaalmethode van contract ${contract} bij te werken. Stuur hem vanuit het webshopplatform.`,
    },
  }),
);
