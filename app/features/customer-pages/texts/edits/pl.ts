import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Każde zamówienie",
  before: "Dotychczas",
  after: "Od teraz",
  perOrder: (amount) => `${amount} za zamówienie`,
  choose: "Wybierz",
  swap: {
    title: "Co wolisz zamiast tego?",
    none: "Obecnie nie ma na co wymienić.",
    confirm: "Wymień",
  },
  add: {
    intro: "Przychodzi z każdym zamówieniem, dopóki go nie usuniesz.",
    inEach: "W Twojej subskrypcji",
  },
  remove: {
    title: "Usunąć ten produkt?",
    intro: "Nie przyjdzie już z żadnym zamówieniem.",
  },
  plan: {
    title: "Który plan Ci odpowiada?",
    legend: "Plan subskrypcji",
    none: "Nie ma innego planu dla Twoich produktów.",
  },
  method: { title: "Zapłać inną zapisaną metodą", use: "Użyj tej" },
  note: {
    title: "Uwaga do następnego zamówienia",
    hint: "Tylko do tego zamówienia. Wyczyść pole, aby usunąć uwagę.",
    field: "Uwaga",
  },
  pause: {
    action: "Wstrzymaj do dnia",
    title: "Do kiedy chcesz wstrzymać?",
    intro: (date) => `Planowany termin następnego zamówienia: ${date}.`,
    field: "Zamówienia mogą wrócić od",
    hint: "Przed tym dniem nic nie wysyłamy ani nie pobieramy.",
  },
  gone: "Ta opcja nie jest już dostępna.",
  done: {
    line_swapped: () => "Wymieniono.",
    line_added: () => "Dodano do subskrypcji.",
    line_removed: () => "Usunięto z subskrypcji.",
    plan_changed: () => "Plan został zmieniony.",
    method_changed: () => "Metoda płatności została zmieniona.",
    note_saved: () => "Uwaga została zapisana.",
    paused_until: () => "Wstrzymano. Przed wybranym dniem nic nie wysyłamy ani nie pobieramy.",
  },
});
