import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const de = once(
  (): ReferralTexts => ({
    headline: (shop) => `Ein Geschenk zum Start bei ${shop}`,
    offer: (value, shop) => `Sie erhalten ${value} auf Ihr erstes Abo bei ${shop}.`,
    share: (value, shop) =>
      `Ich habe ein Abo bei ${shop} und bin zufrieden. Mit meinem Link bekommst du ${value}:`,
    landing: {
      from: (name) => `${name} lädt Sie ein`,
      email: "Ihre E-Mail-Adresse",
      submit: "Code erhalten",
      terms: "Der Code gilt einmal, mit dieser E-Mail-Adresse, für Ihr erstes Abo.",
      until: (date) => `Einzulösen bis ${date}.`,
      doneTitle: "Hier ist Ihr Code",
      code: "Ihr Code",
      done: "Schließen Sie Ihr erstes Abo mit derselben E-Mail-Adresse ab und geben Sie den Code dann auf der Seite ein, auf der Sie es verwalten. Er gilt ab Ihrer nächsten Bestellung.",
      mailed: "Wir haben ihn Ihnen auch per E-Mail geschickt.",
      mailedTitle: "Sehen Sie in Ihr Postfach",
      mailedText:
        "Wenn dieses Angebot für Ihre E-Mail-Adresse gilt, ist Ihr Code dorthin unterwegs. Das kann einige Minuten dauern; bitte sehen Sie auch im Spam-Ordner nach.",
      toShop: "Zum Shop",
      closedTitle: "Dieses Angebot ist nicht verfügbar",
      refused: {
        unknown_token: "Dieser Link ist unvollständig oder nicht mehr gültig. Bitten Sie um einen neuen.",
        programme_inactive: "Dieses Angebot gibt es zurzeit nicht.",
        not_eligible: "Dieses Angebot gilt nicht für diese E-Mail-Adresse.",
        invalid_email: "Bitte geben Sie eine E-Mail-Adresse ein, etwa name@example.com.",
        too_many: "Zu viele Versuche. Bitte versuchen Sie es später noch einmal.",
        fault: "Etwas ist schiefgegangen. Bitte versuchen Sie es gleich noch einmal.",
      },
    },
    portal: {
      title: "Freunde einladen",
      lead: (friend, own) =>
        `Für Ihre Freunde: ${friend}. Für Sie: ${own}, sobald deren erste Bestellung bezahlt ist.`,
      link: "Ihr Link",
      message: "Text zum Weitergeben",
      byMail: "E-Mail",
      bySms: "SMS",
      qr: "QR-Code Ihres Links",
      invite: {
        title: "Wen möchten Sie einladen?",
        email: "E-Mail-Adresse der Person",
        hint: "Wir selbst senden nichts. Wir bereiten eine E-Mail mit Ihrem Link vor, die Sie aus Ihrem eigenen Mailprogramm senden.",
        submit: "E-Mail vorbereiten",
        ready: "Die E-Mail mit Ihrer Einladung ist bereit.",
        open: "Öffnen und senden",
      },
      friends: "Ihre Freunde",
      none: "Noch hat niemand Ihren Link benutzt.",
      status: {
        INVITED: "Eingeladen",
        ACCEPTED: "Hat den Code",
        CODE_USED: "Hat den Code eingelöst",
        REWARDED: "Belohnung erhalten",
        REFUSED: "Nicht gezählt",
      },
      reward: "Ihr Code",
      rewardGone: "Nicht mehr gültig",
      rewardedNext: "Bei Ihrer nächsten Bestellung",
      rewardTitle: "Belohnung für Ihre Empfehlung",
      entry: "Freunde einladen",
    },
    mail: {
      welcomeSubject: (shop) => `Ihr Code für ${shop}`,
      welcomeText: (value, shop) => `Hier ist Ihr Code: ${value} auf Ihr erstes Abo bei ${shop}.`,
      rewardSubject: (shop) => `Danke, dass Sie ${shop} empfehlen`,
      rewardText: (value) => `Jemand hat Ihren Link benutzt. Sie erhalten ${value} auf eine Bestellung.`,
      rewardNext: (value) =>
        `Jemand hat Ihren Link benutzt. Sie erhalten ${value} auf Ihre nächste Bestellung.`,
      codeIs: (code) => `Ihr Code: ${code}`,
    },
  }),
);
