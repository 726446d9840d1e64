import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const pl = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Dzień dobry ${name},` : "Dzień dobry,"),
    footer: (shop) => `Otrzymujesz tę wiadomość w związku z subskrypcją w sklepie ${shop}.`,
    orCopy: "Lub skopiuj ten adres do przeglądarki:",
    portalLink: {
      button: "Otwórz moje subskrypcje",
      goodUntil: (until) => `Link działa do: ${until}.`,
      once: "Można go otworzyć tylko raz.",
      notYou: "To nie Twoja prośba? Zignoruj tę wiadomość. Nie udostępniaj linku.",
    },
    paymentAsked: {
      subject: (shop) => `Metoda płatności w sklepie ${shop}`,
      heading: "Otrzymaliśmy Twoją prośbę",
      text: (shop) =>
        `Chcesz zaktualizować metodę płatności. Przekazaliśmy to do ${shop}; sklep wyśle Ci link operatora płatności.`,
      notYou: (shop) => `To nie Twoja prośba? Skontaktuj się ze sklepem ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Metoda płatności w sklepie ${shop}`,
      heading: "Zaktualizuj metodę płatności",
      text: (shop) => `${shop} prosi o inną kartę do subskrypcji, aby można było opłacić kolejne zamówienia.`,
      button: "Użyj innej karty",
    },
    paymentWanted: {
      subject: (customer) => `${customer} chce zaktualizować metodę płatności`,
      heading: "Klient chce zaktualizować metodę płatności",
      text: (customer, contract) =>
        `${customer} prosi o link do zmiany metody płatności umowy ${contract}. Wyślij go z platformy sprzedażowej.`,
    },
  }),
);
