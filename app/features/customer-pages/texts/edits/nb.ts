import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Hver bestilling",
  before: "Hittil",
  after: "Fra nå av",
  perOrder: (amount) => `${amount} per bestilling`,
  choose: "Velg",
  swap: {
    title: "Hva vil du ha i stedet?",
    none: "Det er ikke noe å bytte til akkurat nå.",
    confirm: "Bytt",
  },
  add: {
    intro: "Det kommer med hver bestilling til du fjerner det.",
    inEach: "I abonnementet ditt",
  },
  remove: {
    title: "Vil du fjerne dette produktet?",
    intro: "Det kommer ikke med i flere bestillinger.",
  },
  plan: {
    title: "Hvilken plan passer for deg?",
    legend: "Abonnementsplan",
    none: "Det finnes ingen annen plan for produktene dine.",
  },
  method: { title: "Betal med en annen lagret måte", use: "Bruk denne" },
  note: {
    title: "En merknad til neste bestilling",
    hint: "Bare for denne bestillingen. Tøm feltet for å fjerne merknaden.",
    field: "Merknad",
  },
  pause: {
    action: "Pause til en dato",
    title: "Hvor lenge vil du ta pause?",
    intro: (date) => `Den neste bestillingen er planlagt ${date}.`,
    field: "Bestillinger kan komme igjen fra",
    hint: "Ingenting sendes eller trekkes før den dagen.",
  },
  gone: "Dette valget er ikke lenger tilgjengelig.",
  done: {
    line_swapped: () => "Byttet ut.",
    line_added: () => "Lagt til i abonnementet.",
    line_removed: () => "Fjernet fra abonnementet.",
    plan_changed: () => "Planen er endret.",
    method_changed: () => "Betalingsmåten er endret.",
    note_saved: () => "Merknaden er lagret.",
    paused_until: () => "Satt på pause. Ingenting sendes eller trekkes før dagen du valgte.",
  },
});
