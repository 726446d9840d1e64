import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const cs = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Dobrý den, ${name},` : "Dobrý den,"),
    footer: (shop) => `Tento e-mail dostáváte kvůli předplatnému v obchodě ${shop}.`,
    orCopy: "Nebo si tuto adresu zkopírujte do prohlížeče:",
    portalLink: {
      button: "Otevřít moje předplatné",
      goodUntil: (until) => `Odkaz platí do: ${until}.`,
      once: "Otevřít ho lze jednou.",
      notYou: "Nežádali jste o to? Tento e-mail můžete ignorovat. Odkaz prosím nikomu nepředávejte.",
    },
    paymentAsked: {
      subject: (shop) => `Vaše platební metoda v obchodě ${shop}`,
      heading: "Žádost jsme přijali",
      text: (shop) =>
        `Požádali jste o aktualizaci platební metody. Obchod ${shop} o tom ví a pošle vám odkaz od poskytovatele plateb.`,
      notYou: (shop) => `Nežádali jste o to? Kontaktujte prosím ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Vaše platební metoda v obchodě ${shop}`,
      heading: "Aktualizujte prosím platební metodu",
      text: (shop) =>
        `${shop} vás žádá o jinou kartu k předplatnému, aby bylo možné zaplatit další objednávky.`,
      button: "Použít jinou kartu",
    },
    paymentWanted: {
      subject: (customer) => `${customer} chce aktualizovat platební metodu`,
      heading: "Zákazník chce aktualizovat platební metodu",
      text: (customer, contract) =>
        `${customer} žádá o odkaz ke změně platební metody smlouvy ${contract}. Pošlete ho prosím z obchodní platformy.`,
    },
  }),
);
