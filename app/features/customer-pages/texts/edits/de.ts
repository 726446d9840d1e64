import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Jede Bestellung",
  before: "Bisher",
  after: "Ab jetzt",
  perOrder: (amount) => `${amount} je Bestellung`,
  choose: "Auswählen",
  swap: {
    title: "Was möchten Sie stattdessen?",
    none: "Zurzeit gibt es nichts zum Tauschen.",
    confirm: "Austauschen",
  },
  add: {
    intro: "Es kommt mit jeder Bestellung, bis Sie es entfernen.",
    inEach: "In Ihrem Abo",
  },
  remove: {
    title: "Dieses Produkt entfernen?",
    intro: "Es kommt mit keiner weiteren Bestellung.",
  },
  plan: {
    title: "Welches Modell passt zu Ihnen?",
    legend: "Abo-Modell",
    none: "Für Ihre Produkte gibt es kein anderes Modell.",
  },
  method: { title: "Mit einer anderen gespeicherten Zahlungsart zahlen", use: "Diese verwenden" },
  note: {
    title: "Notiz zu Ihrer nächsten Bestellung",
    hint: "Nur für diese Bestellung. Leeren Sie das Feld, um die Notiz zu entfernen.",
    field: "Notiz",
  },
  pause: {
    action: "Bis zu einem Tag pausieren",
    title: "Bis wann möchten Sie pausieren?",
    intro: (date) => `Ihre nächste Bestellung ist für ${date} geplant.`,
    field: "Bestellungen wieder ab",
    hint: "Vorher wird nichts geliefert oder abgebucht.",
  },
  gone: "Diese Auswahl gibt es nicht mehr.",
  done: {
    line_swapped: () => "Ausgetauscht.",
    line_added: () => "In Ihr Abo aufgenommen.",
    line_removed: () => "Aus Ihrem Abo entfernt.",
    plan_changed: () => "Ihr Abo-Modell ist geändert.",
    method_changed: () => "Ihre Zahlungsart ist geändert.",
    note_saved: () => "Ihre Notiz ist gespeichert.",
    paused_until: () => "Pausiert. Vor dem gewählten Tag wird nichts geliefert oder abgebucht.",
  },
});
