import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Hver bestilling",
  before: "Hidtil",
  after: "Fra nu af",
  perOrder: (amount) => `${amount} pr. bestilling`,
  choose: "Vælg",
  swap: {
    title: "Hvad vil du have i stedet?",
    none: "Der er ikke noget at bytte til lige nu.",
    confirm: "Byt",
  },
  add: {
    intro: "Den kommer med hver bestilling, indtil du fjerner den.",
    inEach: "I dit abonnement",
  },
  remove: {
    title: "Vil du fjerne denne vare?",
    intro: "Den kommer ikke med flere bestillinger.",
  },
  plan: {
    title: "Hvilken aftale passer til dig?",
    legend: "Aftale",
    none: "Der er ingen anden aftale for dine varer.",
  },
  method: { title: "Betal med en anden gemt metode", use: "Brug denne" },
  note: {
    title: "En note til din næste bestilling",
    hint: "Kun til denne ene bestilling. Tøm feltet for at fjerne noten.",
    field: "Note til os",
  },
  pause: {
    action: "Pause til en dato",
    title: "Hvor længe vil du holde pause?",
    intro: (date) => `Din næste bestilling er planlagt til ${date}.`,
    field: "Bestillinger må komme igen fra",
    hint: "Der sendes og trækkes intet før den dag.",
  },
  gone: "Dette valg findes ikke længere.",
  done: {
    line_swapped: () => "Byttet.",
    line_added: () => "Tilføjet til dit abonnement.",
    line_removed: () => "Fjernet fra dit abonnement.",
    plan_changed: () => "Din aftale er ændret.",
    method_changed: () => "Din betalingsmetode er ændret.",
    note_saved: () => "Din note er gemt.",
    paused_until: () => "Sat på pause. Der sendes og trækkes intet før den dag, du valgte.",
  },
});
