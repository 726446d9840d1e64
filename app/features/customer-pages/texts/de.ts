import { once } from "~/lib/languages/wording";
import { edits } from "./edits/de";
import { orders } from "./orders/de";
import { payments } from "./payments/de";
import type { PortalTexts } from "./portal-texts";
import { problems } from "./problems/de";

const UNITS = {
  DAY: ["Jeden Tag", "Tage"],
  WEEK: ["Jede Woche", "Wochen"],
  MONTH: ["Jeden Monat", "Monate"],
  YEAR: ["Jedes Jahr", "Jahre"],
};

/** "Alle 2 Monate" within a sentence: only the first letter becomes lower case, nouns keep theirs. */
const within = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const de = once(
  (): PortalTexts => ({
    heading: "Ihre Abos",
    defaultHelp: (shop) => `Fragen? ${shop} hilft Ihnen gern weiter.`,
    skipToContent: "Zum Inhalt",
    testGateway: "Test-Zahlung: Es fließt kein Geld",
    back: "Zurück",
    backToList: "Alle Abos",
    save: "Speichern",
    undo: "Rückgängig",
    notNow: "Jetzt nicht",
    remove: "Entfernen",
    add: "Hinzufügen",
    change: "Ändern",
    optional: "freiwillig",
    status: {
      ACTIVE: "Aktiv",
      PAUSED: "Pausiert",
      CANCELLED: "Gekündigt",
      EXPIRED: "Beendet",
      FAILED: "Zahlung fehlgeschlagen",
    },
    noOrder: {
      ACTIVE: "Noch ist keine Bestellung geplant.",
      PAUSED: "Ihr Abo pausiert. Bis Sie es fortsetzen, wird nichts geliefert und nichts abgebucht.",
      CANCELLED: "Ihr Abo ist gekündigt. Es gibt keine weiteren Bestellungen und Abbuchungen.",
      EXPIRED: "Ihr Abo ist beendet. Es gibt keine weiteren Bestellungen und Abbuchungen.",
      FAILED:
        "Die Zahlung ist fehlgeschlagen, deshalb ist keine Bestellung geplant. Bitte prüfen Sie Ihre Zahlungsart.",
    },
    every: (interval, count, number) =>
      count === 1 ? (UNITS[interval][0] ?? "") : `Alle ${number} ${UNITS[interval][1]}`,
    quantityOf: (number) => `Menge: ${number}`,

    list: {
      empty: "Sie haben hier keine Abos.",
      nextOrder: "Nächste Bestellung",
      open: "Verwalten",
    },
    next: {
      title: "Ihre nächste Bestellung",
      total: "Gesamt",
      delivery: "Versand",
      free: "Kostenlos",
      discount: "Rabatt",
      shipTo: "Lieferung an",
      pickup: "Sie holen selbst ab.",
      payment: "Zahlung",
      noPayment: "Keine Zahlungsart hinterlegt.",
      savedMethod: "Hinterlegte Zahlungsart",
      cardEnding: (digits) => `mit Endziffern ${digits}`,
      expires: (month) => `Gültig bis ${month}`,
      cardExpired: "Diese Karte ist abgelaufen. Bitte aktualisieren Sie sie vor der nächsten Bestellung.",
      paymentFailed: "Ihre letzte Zahlung ist fehlgeschlagen.",
      leftOut: "Diesmal nicht dabei",
      once: "Nur dieses Mal",
      deliveredEvery: (frequency) => `Lieferung: ${within(frequency)}`,
    },
    action: {
      skip: "Diesmal aussetzen",
      reschedule: "Termin ändern",
      pause: "Pausieren",
      resume: "Fortsetzen",
      cancel: "Abo kündigen",
      reactivate: "Wieder aufnehmen",
      address: "Adresse ändern",
      frequency: "Rhythmus ändern",
      quantity: "Menge ändern",
      attributes: "Angaben ändern",
      skip_line: "Nächstes Mal weglassen",
      discount_code: "Rabattcode",
      one_time_products: "Zur nächsten Bestellung dazulegen",
      payment_update: "Zahlungsart ändern",
      order_now: "Jetzt bestellen",
      payment_method: "Zahlungsart wechseln",
      add_line: "Dauerhaft dazunehmen",
      remove_line: "Entfernen",
      swap_line: "Austauschen",
      change_plan: "Abo-Modell wechseln",
      order_note: "Notiz zu dieser Bestellung",
    },
    manage: "Ihr Abo",
    items: "Das bekommen Sie",
    editLine: "Menge oder Angaben ändern",
    putBack: "Wieder dazunehmen",
    later: { title: "Danach", skipped: "Ausgesetzt", unskip: "Nicht aussetzen" },
    ...orders(),
    edits: edits(),
    pages: { previous: "Zurück", next: "Weiter", of: (page, pages) => `Seite ${page} von ${pages}` },

    reschedule: {
      title: "Wann möchten Sie Ihre nächste Bestellung?",
      intro: (date) =>
        `Geplant ist sie für ${date}. Spätere Bestellungen folgen im gewohnten Abstand ab dem neuen Tag.`,
      field: "Neuer Termin",
      hint: "Ab morgen, innerhalb eines Jahres.",
    },
    address: {
      title: "Wohin dürfen wir liefern?",
      intro: "Gilt ab Ihrer nächsten Bestellung.",
      firstName: "Vorname",
      lastName: "Nachname",
      company: "Firma",
      address1: "Straße und Hausnummer",
      address2: "Adresszusatz",
      zip: "Postleitzahl",
      city: "Ort",
      province: "Bundesland oder Region",
      country: "Land",
      phone: "Telefon",
    },
    frequency: {
      title: "Wie oft möchten Sie bestellen?",
      intro: (now) => `Derzeit: ${within(now)}.`,
      legend: "Rhythmus",
      other: "Anderer Rhythmus",
      count: "Alle",
      unit: "Einheit",
      units: { DAY: "Tage", WEEK: "Wochen", MONTH: "Monate", YEAR: "Jahre" },
    },
    line: {
      quantity: "Menge",
      quantityHint: "Gilt ab Ihrer nächsten Bestellung.",
      details: "Angaben",
      detailsHint: "Leeren Sie ein Feld, um die Angabe zu entfernen.",
      addDetail: "Angabe hinzufügen",
      name: "Bezeichnung",
      value: "Angabe",
      skipTitle: "Diesmal nicht",
      skipHint: "Die nächste Bestellung kommt ohne diesen Artikel, danach ist er wieder dabei.",
    },
    discount: {
      title: "Rabattcode",
      apply: "Einlösen",
      percentOff: (percent) => `${percent} Rabatt`,
      amountOff: (amount) => `${amount} Rabatt`,
      forOrders: (count, number) => (count === 1 ? "Nur für eine Bestellung" : `Für ${number} Bestellungen`),
      onSelected: "Auf ausgewählte Produkte",
    },
    oneTime: {
      title: "Zur nächsten Bestellung dazulegen",
      intro: (date) => `Kommt einmalig zu Ihrer Bestellung am ${date} dazu.`,
      search: "Artikel suchen",
      find: "Suchen",
      none: "Nichts gefunden.",
      addOne: (title) => `${title} hinzufügen`,
      added: "In Ihrer nächsten Bestellung",
    },
    paying: payments(),
    payment: {
      title: "Zahlungsart ändern",
      intro:
        "Zu Ihrer Sicherheit ändern Sie sie auf einer Seite des Zahlungsanbieters. Den Link dorthin schicken wir Ihnen.",
    },
    cancel: {
      title: "Abo kündigen",
      why: "Warum möchten Sie kündigen?",
      intro: "Ihre Antwort hilft uns, besser zu werden.",
      continue: "Weiter",
      keep: "Abo behalten",
      confirmTitle: "Dieses Abo kündigen?",
      consequence: "Es gibt keine weiteren Bestellungen und Abbuchungen.",
      lastOrder: (date) => `Die für ${date} geplante Bestellung entfällt.`,
      afterMore: (count, number) =>
        count === 1
          ? "Nach einer weiteren Bestellung können Sie kündigen."
          : `Nach ${number} weiteren Bestellungen können Sie kündigen.`,
      comment: "Möchten Sie uns noch etwas sagen?",
      confirm: "Abo kündigen",
      offerTitle: "Bevor Sie gehen",
      offer: {
        SKIP: (date) => `Sie könnten die Bestellung am ${date} aussetzen und Ihr Abo behalten.`,
        PAUSE: "Sie könnten pausieren: Bis Sie fortsetzen, wird nichts geliefert und nichts abgebucht.",
        DISCOUNT: (value) => `Bleiben Sie, und Sie erhalten ${value}.`,
      },
      accept: { SKIP: "Diesmal aussetzen", PAUSE: "Lieber pausieren", DISCOUNT: "Mit Rabatt bleiben" },
      reasons: {
        too_much: "Ich habe mehr, als ich brauche",
        break: "Ich brauche eine Pause",
        too_expensive: "Es ist mir zu teuer",
        not_right: "Die Artikel passen nicht zu mir",
        other: "Ein anderer Grund",
      },
    },
    reactivate: {
      title: "Abo wieder aufnehmen?",
      intro: "Bestellungen werden wie zuvor geliefert und abgebucht, ab dem nächstmöglichen Termin.",
      confirm: "Wieder aufnehmen",
    },

    done: {
      skipped: (date) => (date ? `Ausgesetzt. Ihre nächste Bestellung ist am ${date}.` : "Ausgesetzt."),
      unskipped: (date) => `Ihre Bestellung am ${date} wird nun doch ausgeführt.`,
      rescheduled: (date) => `Ihre nächste Bestellung ist nun am ${date}.`,
      paused: () => "Pausiert. Bis Sie fortsetzen, wird nichts geliefert und nichts abgebucht.",
      resumed: (date) =>
        date ? `Willkommen zurück. Ihre nächste Bestellung ist am ${date}.` : "Willkommen zurück.",
      cancelled: () => "Ihr Abo ist gekündigt.",
      reactivated: (date) =>
        date ? `Es geht weiter. Ihre nächste Bestellung ist am ${date}.` : "Es geht weiter.",
      address: () => "Ihre neue Adresse ist gespeichert.",
      frequency: (date) => (date ? `Gespeichert. Ihre nächste Bestellung ist am ${date}.` : "Gespeichert."),
      quantity: () => "Die Menge ist geändert.",
      attributes: () => "Die Angaben sind gespeichert.",
      line_skipped: () => "Die nächste Bestellung kommt ohne diesen Artikel.",
      line_unskipped: () => "Der Artikel ist wieder dabei.",
      code_applied: () => "Ihr Code ist eingelöst.",
      code_removed: () => "Der Code ist entfernt.",
      product_added: () => "Zur nächsten Bestellung dazugelegt.",
      product_removed: () => "Aus der nächsten Bestellung genommen.",
      payment_mail: () => "Ihr Wunsch ist angekommen. Der Link kommt per E-Mail.",
      ordered: (date) =>
        date
          ? `Bezahlt. Wir bereiten Ihre Bestellung vor, die nächste ist am ${date}.`
          : "Bezahlt. Wir bereiten Ihre Bestellung vor.",
      order_declined: () =>
        "Ihre Zahlung ist fehlgeschlagen, es wird noch nichts geliefert. Bitte prüfen Sie Ihre Zahlungsart.",
      order_asks_bank: () =>
        "Ihre Bank braucht Ihre Zustimmung, bevor sie zahlt. Bitte bestätigen Sie die Zahlung bei Ihrer Bank.",
      order_under_way: () =>
        "Ihre Zahlung läuft. Das kann einige Minuten dauern; Sie müssen nicht noch einmal bestellen.",
      ...payments().done,
      ...edits().done,
    },
    ...problems(),
  }),
);
