import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Každá objednávka",
  before: "Dosud",
  after: "Od této chvíle",
  perOrder: (amount) => `${amount} za objednávku`,
  choose: "Vybrat",
  swap: {
    title: "Co byste chtěli místo toho?",
    none: "Momentálně není za co vyměnit.",
    confirm: "Vyměnit",
  },
  add: {
    intro: "Přijde s každou objednávkou, dokud ho neodeberete.",
    inEach: "Ve vašem předplatném",
  },
  remove: {
    title: "Odebrat tento produkt?",
    intro: "S žádnou další objednávkou už nepřijde.",
  },
  plan: {
    title: "Který tarif vám vyhovuje?",
    legend: "Tarif",
    none: "Pro vaše produkty není jiný tarif.",
  },
  method: { title: "Platit jinou uloženou metodou", use: "Použít tuto" },
  note: {
    title: "Poznámka k další objednávce",
    hint: "Jen k této objednávce. Vyprázdněním pole poznámku odeberete.",
    field: "Poznámka",
  },
  pause: {
    action: "Pozastavit do data",
    title: "Do kdy chcete předplatné pozastavit?",
    intro: (date) => `Plánovaný termín další objednávky: ${date}.`,
    field: "Objednávky mohou znovu chodit od",
    hint: "Před tímto dnem nic neodešleme ani nestrhneme.",
  },
  gone: "Tato možnost už není k dispozici.",
  done: {
    line_swapped: () => "Vyměněno.",
    line_added: () => "Přidáno do předplatného.",
    line_removed: () => "Odebráno z předplatného.",
    plan_changed: () => "Tarif je změněn.",
    method_changed: () => "Platební metoda je změněna.",
    note_saved: () => "Poznámka je uložena.",
    paused_until: () => "Pozastaveno. Před zvoleným dnem nic neodešleme ani nestrhneme.",
  },
});
