import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const nl = once(
  (): ReferralTexts => ({
    headline: (shop) => `Een welkomstcadeau van ${shop}`,
    offer: (value, shop) => `Krijg ${value} op je eerste abonnement bij ${shop}.`,
    share: (value, shop) => `Ik ben blij met mijn abonnement bij ${shop}. Krijg ${value} via mijn link:`,
    landing: {
      from: (name) => `${name} nodigt je uit`,
      email: "Je e-mailadres",
      submit: "Krijg mijn code",
      terms: "De code werkt één keer, met dit e-mailadres, op je eerste abonnement.",
      until: (date) => `Gebruik hem uiterlijk ${date}.`,
      doneTitle: "Hier is je code",
      code: "Je code",
      done: "Begin je eerste abonnement met hetzelfde e-mailadres en vul de code daarna in op de pagina waar je het beheert. Hij geldt vanaf je volgende bestelling.",
      mailed: "We hebben hem je ook gemaild.",
      mailedTitle: "Kijk in je inbox",
      mailedText:
        "Als deze aanbieding voor je e-mailadres geldt, is je code daarheen onderweg. Het kan een paar minuten duren; kijk ook in je spammap.",
      toShop: "Naar de winkel",
      closedTitle: "Deze aanbieding is niet beschikbaar",
      refused: {
        unknown_token: "Deze link is onvolledig of niet meer geldig. Vraag je vriend om een nieuwe.",
        programme_inactive: "Deze aanbieding is op dit moment niet beschikbaar.",
        not_eligible: "Deze aanbieding kan niet met dit e-mailadres worden gebruikt.",
        invalid_email: "Vul een e-mailadres in, zoals naam@example.com.",
        too_many: "Te veel pogingen. Probeer het later opnieuw.",
        fault: "Er ging iets mis. Probeer het zo opnieuw.",
      },
    },
    portal: {
      title: "Vrienden uitnodigen",
      lead: (friend, own) =>
        `Je vriend krijgt ${friend}. Jij krijgt ${own} zodra diens eerste bestelling betaald is.`,
      link: "Je link",
      message: "Bericht om te delen",
      byMail: "E-mail",
      bySms: "Sms",
      qr: "QR-code van je link",
      invite: {
        title: "Wie wil je uitnodigen?",
        email: "E-mailadres van je vriend",
        hint: "We sturen zelf niets. We maken een e-mail met je link klaar, die je vanuit je eigen mailapp verstuurt.",
        submit: "E-mail klaarmaken",
        ready: "De e-mail aan je vriend staat klaar.",
        open: "Openen en versturen",
      },
      friends: "Je vrienden",
      none: "Nog niemand heeft je link gebruikt.",
      status: {
        INVITED: "Uitgenodigd",
        ACCEPTED: "Heeft de code",
        CODE_USED: "Heeft de code gebruikt",
        REWARDED: "Je hebt je beloning",
        REFUSED: "Telt niet mee",
      },
      reward: "Je code",
      rewardGone: "Niet meer geldig",
      rewardedNext: "Op je volgende bestelling",
      rewardTitle: "Beloning voor je aanbeveling",
      entry: "Vrienden uitnodigen",
    },
    mail: {
      welcomeSubject: (shop) => `Je code voor ${shop}`,
      welcomeText: (value, shop) => `Hier is je code voor ${value} op je eerste abonnement bij ${shop}.`,
      rewardSubject: (shop) => `Bedankt dat je ${shop} aanbeveelt`,
      rewardText: (value) => `Een vriend heeft je link gebruikt. Geniet van ${value} op een bestelling.`,
      rewardNext: (value) =>
        `Een vriend heeft je link gebruikt. Geniet van ${value} op je volgende bestelling.`,
      codeIs: (code) => `Je code: ${code}`,
    },
  }),
);
