import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const nb = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Hei, ${name}!` : "Hei!"),
    footer: (shop) => `Du får denne e-posten på grunn av abonnementet ditt hos ${shop}.`,
    orCopy: "Eller kopier denne adressen til nettleseren:",
    portalLink: {
      button: "Åpne abonnementene mine",
      goodUntil: (until) => `Lenken virker til ${until}.`,
      once: "Den kan åpnes én gang.",
      notYou: "Har du ikke bedt om dette? Da kan du se bort fra e-posten. Ikke del lenken.",
    },
    paymentAsked: {
      subject: (shop) => `Betalingsmåten din hos ${shop}`,
      heading: "Vi har mottatt forespørselen din",
      text: (shop) =>
        `Du vil oppdatere betalingsmåten. Vi har gitt beskjed til ${shop}, som sender deg en lenke fra betalingsleverandøren.`,
      notYou: (shop) => `Har du ikke bedt om dette? Kontakt ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Betalingsmåten din hos ${shop}`,
      heading: "Oppdater betalingsmåten din",
      text: (shop) =>
        `${shop} ber deg om et annet kort til abonnementet, slik at de neste bestillingene kan betales.`,
      button: "Bruk et annet kort",
    },
    paymentWanted: {
      subject: (customer) => `${customer} vil oppdatere betalingsmåten`,
      heading: "En kunde vil oppdatere betalingsmåten",
      text: (customer, contract) =>
        `${customer} har bedt om en lenke for å oppdatere betalingsmåten for kontrakt ${contract}. Send den fra handelsplattformen.`,
    },
  }),
);
