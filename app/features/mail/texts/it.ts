import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const it = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Ciao ${name},` : "Ciao,"),
    footer: (shop) => `Ricevi questa e-mail per il tuo abbonamento con ${shop}.`,
    orCopy: "Oppure copia questo indirizzo nel tuo browser:",
    portalLink: {
      button: "Apri i miei abbonamenti",
      goodUntil: (until) => `Scadenza del link: ${until}.`,
      once: "Si può aprire una sola volta.",
      notYou: "Non l’hai chiesto tu? Puoi ignorare questa e-mail. Non condividere il link.",
    },
    paymentAsked: {
      subject: (shop) => `Il tuo metodo di pagamento con ${shop}`,
      heading: "Abbiamo ricevuto la tua richiesta",
      text: (shop) =>
        `Hai chiesto di aggiornare il metodo di pagamento. Abbiamo avvisato ${shop}, che ti invierà un link del fornitore di pagamenti.`,
      notYou: (shop) => `Non l’hai chiesto tu? Contatta ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Il tuo metodo di pagamento con ${shop}`,
      heading: "Aggiorna il tuo metodo di pagamento",
      text: (shop) =>
        `${shop} ti chiede un’altra carta per il tuo abbonamento, così i prossimi ordini potranno essere pagati.`,
      button: "Usa un’altra carta",
    },
    paymentWanted: {
      subject: (customer) => `${customer} vuole aggiornare il metodo di pagamento`,
      heading: "Un cliente vuole aggiornare il metodo di pagamento",
      text: (customer, contract) =>
        `${customer} ha chiesto un link per aggiornare il metodo di pagamento del contratto ${contract}. Invialo dalla piattaforma di vendita.`,
    },
  }),
);
