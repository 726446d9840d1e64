import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const nb = once(
  (): ReferralTexts => ({
    headline: (shop) => `En velkomstgave fra ${shop}`,
    offer: (value, shop) => `Få ${value} på ditt første abonnement hos ${shop}.`,
    share: (value, shop) => `Jeg er glad i abonnementet mitt hos ${shop}. Få ${value} med lenken min:`,
    landing: {
      from: (name) => `${name} inviterer deg`,
      email: "E-postadressen din",
      submit: "Få koden min",
      terms: "Koden virker én gang, med denne e-postadressen, på ditt første abonnement.",
      until: (date) => `Bruk den innen ${date}.`,
      doneTitle: "Her er koden din",
      code: "Koden din",
      done: "Start ditt første abonnement med samme e-postadresse, og skriv deretter inn koden på siden der du administrerer det. Den gjelder fra neste bestilling.",
      mailed: "Vi har også sendt den på e-post.",
      mailedTitle: "Sjekk innboksen",
      mailedText:
        "Hvis tilbudet gjelder e-postadressen din, er koden på vei dit. Det kan ta noen minutter; se også i søppelposten.",
      toShop: "Besøk butikken",
      closedTitle: "Tilbudet er ikke tilgjengelig",
      refused: {
        unknown_token: "Lenken er ufullstendig eller gjelder ikke lenger. Be vennen din om en ny.",
        programme_inactive: "Tilbudet er ikke tilgjengelig akkurat nå.",
        not_eligible: "Tilbudet kan ikke brukes med denne e-postadressen.",
        invalid_email: "Skriv inn en e-postadresse, som navn@example.com.",
        too_many: "For mange forsøk. Prøv igjen senere.",
        fault: "Noe gikk galt. Prøv igjen om litt.",
      },
    },
    portal: {
      title: "Inviter venner",
      lead: (friend, own) =>
        `Vennen din får ${friend}. Du får ${own} når vennens første bestilling er betalt.`,
      link: "Lenken din",
      message: "Melding du kan dele",
      byMail: "E-post",
      bySms: "Tekstmelding",
      qr: "QR-kode til lenken din",
      invite: {
        title: "Hvem vil du invitere?",
        email: "E-postadressen til vennen din",
        hint: "Vi sender ikke noe selv. Vi lager en e-post med lenken din, som du sender fra din egen e-postapp.",
        submit: "Lag e-posten",
        ready: "E-posten til vennen din er klar.",
        open: "Åpne og send",
      },
      friends: "Vennene dine",
      none: "Ingen har brukt lenken din ennå.",
      status: {
        INVITED: "Invitert",
        ACCEPTED: "Har koden",
        CODE_USED: "Har brukt koden",
        REWARDED: "Du har fått belønningen",
        REFUSED: "Teller ikke",
      },
      reward: "Koden din",
      rewardGone: "Ikke lenger gyldig",
      rewardedNext: "På neste bestilling",
      rewardTitle: "Belønning for anbefaling",
      entry: "Inviter venner",
    },
    mail: {
      welcomeSubject: (shop) => `Koden din til ${shop}`,
      welcomeText: (value, shop) => `Her er koden din for ${value} på ditt første abonnement hos ${shop}.`,
      rewardSubject: (shop) => `Takk for at du anbefaler ${shop}`,
      rewardText: (value) => `En venn har brukt lenken din. Du får ${value} på en bestilling.`,
      rewardNext: (value) => `En venn har brukt lenken din. Du får ${value} på neste bestilling.`,
      codeIs: (code) => `Koden din: ${code}`,
    },
  }),
);
