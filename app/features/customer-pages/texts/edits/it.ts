import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Ogni ordine",
  before: "Finora",
  after: "D’ora in poi",
  perOrder: (amount) => `${amount} per ordine`,
  choose: "Scegli",
  swap: {
    title: "Cosa preferisci al suo posto?",
    none: "Al momento non c’è nulla con cui sostituirlo.",
    confirm: "Sostituisci",
  },
  add: {
    intro: "Arriva con ogni ordine finché non lo rimuovi.",
    inEach: "Nel tuo abbonamento",
  },
  remove: {
    title: "Rimuovere questo prodotto?",
    intro: "Non arriverà più con nessun ordine.",
  },
  plan: {
    title: "Quale piano fa per te?",
    legend: "Piano",
    none: "Non c’è un altro piano per i tuoi prodotti.",
  },
  method: { title: "Paga con un altro metodo salvato", use: "Usa questo" },
  note: {
    title: "Una nota sul tuo prossimo ordine",
    hint: "Solo per questo ordine. Svuota il campo per rimuovere la nota.",
    field: "Nota",
  },
  pause: {
    action: "Metti in pausa fino a una data",
    title: "Fino a quando vuoi la pausa?",
    intro: (date) => `Data prevista del prossimo ordine: ${date}.`,
    field: "Gli ordini possono riprendere dal",
    hint: "Prima di quel giorno non inviamo e non addebitiamo nulla.",
  },
  gone: "Questa scelta non è più disponibile.",
  done: {
    line_swapped: () => "Sostituito.",
    line_added: () => "Aggiunto al tuo abbonamento.",
    line_removed: () => "Rimosso dal tuo abbonamento.",
    plan_changed: () => "Il tuo piano è cambiato.",
    method_changed: () => "Il tuo metodo di pagamento è cambiato.",
    note_saved: () => "La tua nota è salvata.",
    paused_until: () => "In pausa. Prima del giorno scelto non inviamo e non addebitiamo nulla.",
  },
});
