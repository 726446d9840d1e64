import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const da = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Hej ${name}` : "Hej"),
    footer: (shop) => `Du får denne e-mail på grund af dit abonnement hos ${shop}.`,
    orCopy: "Eller kopiér denne adresse til din browser:",
    portalLink: {
      button: "Åbn mine abonnementer",
      goodUntil: (until) => `Linket virker til ${until}.`,
      once: "Det kan åbnes én gang.",
      notYou: "Har du ikke bedt om dette? Så kan du se bort fra e-mailen. Del ikke linket.",
    },
    paymentAsked: {
      subject: (shop) => `Din betalingsmetode hos ${shop}`,
      heading: "Vi har modtaget din anmodning",
      text: (shop) =>
        `Du vil opdatere din betalingsmetode. Vi har givet ${shop} besked, og de sender dig et link fra betalingsudbyderen.`,
      notYou: (shop) => `Har du ikke bedt om dette? Kontakt ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Din betalingsmetode hos ${shop}`,
      heading: "Opdater din betalingsmetode",
      text: (shop) =>
        `${shop} beder dig om et andet kort til dit abonnement, så dine næste bestillinger kan betales.`,
      button: "Brug et andet kort",
    },
    paymentWanted: {
      subject: (customer) => `${customer} vil opdatere sin betalingsmetode`,
      heading: "En kunde vil opdatere sin betalingsmetode",
      text: (customer, contract) =>
        `${customer} har bedt om et link til at opdatere betalingsmetoden for kontrakt ${contract}. Send det fra handelsplatformen.`,
    },
  }),
);
