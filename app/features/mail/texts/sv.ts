import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const sv = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Hej ${name}!` : "Hej!"),
    footer: (shop) => `Du får det här mejlet på grund av din prenumeration hos ${shop}.`,
    orCopy: "Eller kopiera adressen till din webbläsare:",
    portalLink: {
      button: "Öppna mina prenumerationer",
      goodUntil: (until) => `Länken fungerar till ${until}.`,
      once: "Den kan öppnas en gång.",
      notYou: "Har du inte bett om detta? Då kan du bortse från mejlet. Dela inte länken.",
    },
    paymentAsked: {
      subject: (shop) => `Ditt betalningssätt hos ${shop}`,
      heading: "Vi har fått din förfrågan",
      text: (shop) =>
        `Du vill uppdatera ditt betalningssätt. Vi har meddelat ${shop}, som skickar dig en länk från betalleverantören.`,
      notYou: (shop) => `Har du inte bett om detta? Kontakta ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Ditt betalningssätt hos ${shop}`,
      heading: "Uppdatera ditt betalningssätt",
      text: (shop) =>
        `${shop} ber dig om ett annat kort till din prenumeration, så att dina nästa beställningar kan betalas.`,
      button: "Använd ett annat kort",
    },
    paymentWanted: {
      subject: (customer) => `${customer} vill uppdatera sitt betalningssätt`,
      heading: "En kund vill uppdatera sitt betalningssätt",
      text: (customer, contract) =>
        `${customer} har bett om en länk för att uppdatera betalningssättet för avtal ${contract}. Skicka den från handelsplattformen.`,
    },
  }),
);
