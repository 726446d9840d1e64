import { once, within } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const cs = once(
  (): ReferralTexts => ({
    headline: (shop) => `Dárek na uvítanou od obchodu ${shop}`,
    offer: (value, shop) => `Na první předplatné v obchodě ${shop} vás čeká ${within("cs", value)}.`,
    share: (value, shop) =>
      `Předplatné v obchodě ${shop} stojí za to. S mým odkazem tě čeká ${within("cs", value)}:`,
    landing: {
      from: (name) => `${name} vás zve`,
      email: "Vaše e-mailová adresa",
      submit: "Získat kód",
      terms: "Kód platí jednou, s touto e-mailovou adresou, na vaše první předplatné.",
      until: (date) => `Použijte do: ${date}.`,
      doneTitle: "Tady je váš kód",
      code: "Váš kód",
      done: "Založte si první předplatné se stejnou e-mailovou adresou a pak zadejte kód na stránce, kde předplatné spravujete. Platí od příští objednávky.",
      mailed: "Poslali jsme vám ho i e-mailem.",
      mailedTitle: "Zkontrolujte doručenou poštu",
      mailedText:
        "Pokud nabídka platí pro vaši e-mailovou adresu, kód je na cestě. Může to trvat několik minut; podívejte se i do spamu.",
      toShop: "Navštívit obchod",
      closedTitle: "Tato nabídka není dostupná",
      refused: {
        unknown_token: "Odkaz je neúplný nebo už neplatí. Požádejte prosím přítele o nový.",
        programme_inactive: "Tato nabídka teď není dostupná.",
        not_eligible: "Tuto nabídku nelze s touto e-mailovou adresou využít.",
        invalid_email: "Zadejte prosím e-mailovou adresu, například jmeno@example.com.",
        too_many: "Příliš mnoho pokusů. Zkuste to prosím později.",
        fault: "Něco se pokazilo. Zkuste to prosím za okamžik.",
      },
    },
    portal: {
      title: "Pozvat přátele",
      lead: (friend, own) =>
        `Vašeho přítele čeká ${within("cs", friend)}. Vás čeká ${within("cs", own)}, jakmile bude jeho první objednávka zaplacena.`,
      link: "Váš odkaz",
      message: "Zpráva ke sdílení",
      byMail: "E-mail",
      bySms: "Textová zpráva",
      qr: "QR kód vašeho odkazu",
      invite: {
        title: "Koho chcete pozvat?",
        email: "E-mailová adresa přítele",
        hint: "Sami nic neposíláme. Připravíme e-mail s vaším odkazem, který pošlete ze své poštovní aplikace.",
        submit: "Připravit e-mail",
        ready: "E-mail pro vašeho přítele je připraven.",
        open: "Otevřít a odeslat",
      },
      friends: "Vaši přátelé",
      none: "Váš odkaz zatím nikdo nepoužil.",
      status: {
        INVITED: "Pozvánka odeslána",
        ACCEPTED: "Má kód",
        CODE_USED: "Kód použit",
        REWARDED: "Získali jste odměnu",
        REFUSED: "Nezapočítáno",
      },
      reward: "Váš kód",
      rewardGone: "Už neplatí",
      rewardedNext: "Na další objednávku",
      rewardTitle: "Odměna za doporučení",
      entry: "Pozvat přátele",
    },
    mail: {
      welcomeSubject: (shop) => `Váš kód do obchodu ${shop}`,
      welcomeText: (value, shop) =>
        `Tady je váš kód na první předplatné v obchodě ${shop}: ${within("cs", value)}.`,
      rewardSubject: (shop) => `Děkujeme, že doporučujete obchod ${shop}`,
      rewardText: (value) => `Váš odkaz někdo použil. Na objednávku vás čeká ${within("cs", value)}.`,
      rewardNext: (value) => `Váš odkaz někdo použil. Na další objednávku vás čeká ${within("cs", value)}.`,
      codeIs: (code) => `Váš kód: ${code}`,
    },
  }),
);
