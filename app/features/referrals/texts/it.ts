import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const it = once(
  (): ReferralTexts => ({
    headline: (shop) => `Un regalo di benvenuto da ${shop}`,
    offer: (value, shop) => `Ricevi ${value} sul tuo primo abbonamento con ${shop}.`,
    share: (value, shop) => `Mi piace il mio abbonamento con ${shop}. Ricevi ${value} con il mio link:`,
    landing: {
      from: (name) => `Un invito da ${name}`,
      email: "Il tuo indirizzo e-mail",
      submit: "Ricevi il codice",
      terms: "Il codice vale una volta, con questo indirizzo e-mail, sul tuo primo abbonamento.",
      until: (date) => `Da usare entro: ${date}.`,
      doneTitle: "Ecco il tuo codice",
      code: "Il tuo codice",
      done: "Inizia il tuo primo abbonamento con lo stesso indirizzo e-mail, poi inserisci il codice nella pagina in cui lo gestisci. Vale dal tuo prossimo ordine.",
      mailed: "Te l’abbiamo inviato anche via e-mail.",
      mailedTitle: "Controlla la posta in arrivo",
      mailedText:
        "Se questa offerta è valida per il tuo indirizzo e-mail, il codice è in arrivo. Può richiedere qualche minuto; guarda anche nella posta indesiderata.",
      toShop: "Vai al negozio",
      closedTitle: "Questa offerta non è disponibile",
      refused: {
        unknown_token: "Questo link è incompleto o non più valido. Chiedine uno nuovo a chi ti ha invitato.",
        programme_inactive: "Questa offerta al momento non è disponibile.",
        not_eligible: "Questa offerta non si può usare con questo indirizzo e-mail.",
        invalid_email: "Inserisci un indirizzo e-mail, come nome@example.com.",
        too_many: "Troppi tentativi. Riprova più tardi.",
        fault: "Qualcosa è andato storto. Riprova tra poco.",
      },
    },
    portal: {
      title: "Invita gli amici",
      lead: (friend, own) =>
        `Chi inviti riceve ${friend}. Tu ricevi ${own} quando il suo primo ordine è pagato.`,
      link: "Il tuo link",
      message: "Messaggio da condividere",
      byMail: "E-mail",
      bySms: "SMS",
      qr: "Codice QR del tuo link",
      invite: {
        title: "Chi vuoi invitare?",
        email: "L’indirizzo e-mail di chi inviti",
        hint: "Noi non inviamo nulla. Prepariamo un’e-mail con il tuo link, che invii dalla tua app di posta.",
        submit: "Prepara l’e-mail",
        ready: "L’e-mail è pronta.",
        open: "Aprila e invia",
      },
      friends: "I tuoi amici",
      none: "Nessuno ha ancora usato il tuo link.",
      status: {
        INVITED: "Invito inviato",
        ACCEPTED: "Ha il codice",
        CODE_USED: "Ha usato il codice",
        REWARDED: "Hai ricevuto il tuo premio",
        REFUSED: "Non conteggiato",
      },
      reward: "Il tuo codice",
      rewardGone: "Non più valido",
      rewardedNext: "Sul tuo prossimo ordine",
      rewardTitle: "Premio per il tuo invito",
      entry: "Invita gli amici",
    },
    mail: {
      welcomeSubject: (shop) => `Il tuo codice per ${shop}`,
      welcomeText: (value, shop) => `Ecco il tuo codice: ${value} sul tuo primo abbonamento con ${shop}.`,
      rewardSubject: (shop) => `Grazie per aver consigliato ${shop}`,
      rewardText: (value) => `Qualcuno ha usato il tuo link. Per te ${value} su un ordine.`,
      rewardNext: (value) => `Qualcuno ha usato il tuo link. Per te ${value} sul tuo prossimo ordine.`,
      codeIs: (code) => `Il tuo codice: ${code}`,
    },
  }),
);
