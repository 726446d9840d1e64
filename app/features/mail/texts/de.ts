import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const de = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Guten Tag ${name},` : "Guten Tag,"),
    footer: (shop) => `Sie erhalten diese E-Mail wegen Ihres Abos bei ${shop}.`,
    orCopy: "Oder kopieren Sie diese Adresse in Ihren Browser:",
    portalLink: {
      button: "Meine Abos öffnen",
      goodUntil: (until) => `Der Link gilt bis zum ${until}.`,
      once: "Er lässt sich einmal öffnen.",
      notYou:
        "Sie haben ihn nicht angefordert? Dann brauchen Sie nichts zu tun. Bitte geben Sie den Link nicht weiter.",
    },
    paymentAsked: {
      subject: (shop) => `Ihre Zahlungsart bei ${shop}`,
      heading: "Ihr Wunsch ist angekommen",
      text: (shop) =>
        `Sie möchten Ihre Zahlungsart ändern. ${shop} weiß Bescheid und schickt Ihnen einen Link des Zahlungsanbieters.`,
      notYou: (shop) => `Sie haben das nicht angefordert? Dann wenden Sie sich bitte an ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Ihre Zahlungsart bei ${shop}`,
      heading: "Bitte erneuern Sie Ihre Zahlungsart",
      text: (shop) =>
        `${shop} bittet Sie um eine andere Karte für Ihr Abo, damit Ihre nächsten Bestellungen bezahlt werden können.`,
      button: "Andere Karte verwenden",
    },
    paymentWanted: {
      subject: (customer) => `${customer} möchte die Zahlungsart ändern`,
      heading: "Jemand möchte die Zahlungsart ändern",
      text: (customer, contract) =>
        `${customer} bittet um einen Link, um die Zahlungsart von Vertrag ${contract} zu ändern. Bitte schicken Sie ihn über die Shop-Plattform.`,
    },
  }),
);
