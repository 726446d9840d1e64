import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const pl = once(
  (): ReferralTexts => ({
    headline: (shop) => `Prezent powitalny od sklepu ${shop}`,
    offer: (value, shop) => `Zyskaj ${value} na pierwszą subskrypcję w sklepie ${shop}.`,
    share: (value, shop) => `Lubię swoją subskrypcję w sklepie ${shop}. Zyskaj ${value} z moim linkiem:`,
    landing: {
      from: (name) => `${name} zaprasza Cię`,
      email: "Twój adres e-mail",
      submit: "Odbierz mój kod",
      terms: "Kod działa raz, z tym adresem e-mail, na pierwszą subskrypcję.",
      until: (date) => `Wykorzystaj do: ${date}.`,
      doneTitle: "Oto Twój kod",
      code: "Twój kod",
      done: "Rozpocznij pierwszą subskrypcję, podając ten sam adres e-mail, a potem wpisz kod na stronie, na której nią zarządzasz. Obowiązuje od następnego zamówienia.",
      mailed: "Wysłaliśmy go też e-mailem.",
      mailedTitle: "Sprawdź skrzynkę",
      mailedText:
        "Jeśli oferta obejmuje Twój adres e-mail, kod jest już w drodze. Może to potrwać kilka minut; zajrzyj też do folderu ze spamem.",
      toShop: "Odwiedź sklep",
      closedTitle: "Ta oferta jest niedostępna",
      refused: {
        unknown_token: "Ten link jest niepełny lub stracił ważność. Poproś znajomą osobę o nowy.",
        programme_inactive: "Ta oferta jest obecnie niedostępna.",
        not_eligible: "Tej oferty nie można użyć z tym adresem e-mail.",
        invalid_email: "Wpisz adres e-mail, na przykład nazwa@example.com.",
        too_many: "Zbyt wiele prób. Spróbuj później.",
        fault: "Coś poszło nie tak. Spróbuj za chwilę.",
      },
    },
    portal: {
      title: "Zaproś znajomych",
      lead: (friend, own) =>
        `Zaproszona osoba zyskuje ${friend}. Ty zyskujesz ${own}, gdy jej pierwsze zamówienie zostanie opłacone.`,
      link: "Twój link",
      message: "Wiadomość do udostępnienia",
      byMail: "E-mail",
      bySms: "SMS",
      qr: "Kod QR Twojego linku",
      invite: {
        title: "Kogo chcesz zaprosić?",
        email: "Adres e-mail tej osoby",
        hint: "Sami nic nie wysyłamy. Przygotujemy wiadomość z Twoim linkiem, którą wyślesz z własnej aplikacji pocztowej.",
        submit: "Przygotuj e-mail",
        ready: "Wiadomość jest gotowa.",
        open: "Otwórz i wyślij",
      },
      friends: "Twoi znajomi",
      none: "Nikt jeszcze nie użył Twojego linku.",
      status: {
        INVITED: "Zaproszenie wysłane",
        ACCEPTED: "Ma kod",
        CODE_USED: "Kod wykorzystany",
        REWARDED: "Masz swoją nagrodę",
        REFUSED: "Nie liczy się",
      },
      reward: "Twój kod",
      rewardGone: "Już nieważny",
      rewardedNext: "Na następne zamówienie",
      rewardTitle: "Nagroda za polecenie",
      entry: "Zaproś znajomych",
    },
    mail: {
      welcomeSubject: (shop) => `Twój kod do sklepu ${shop}`,
      welcomeText: (value, shop) => `Oto Twój kod: ${value} na pierwszą subskrypcję w sklepie ${shop}.`,
      rewardSubject: (shop) => `Dziękujemy za polecenie sklepu ${shop}`,
      rewardText: (value) => `Ktoś skorzystał z Twojego linku. Dla Ciebie ${value} na zamówienie.`,
      rewardNext: (value) => `Ktoś skorzystał z Twojego linku. Dla Ciebie ${value} na następne zamówienie.`,
      codeIs: (code) => `Twój kod: ${code}`,
    },
  }),
);
