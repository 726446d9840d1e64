import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Varje beställning",
  before: "Hittills",
  after: "Från och med nu",
  perOrder: (amount) => `${amount} per beställning`,
  choose: "Välj",
  swap: {
    title: "Vad vill du ha i stället?",
    none: "Det finns inget att byta till just nu.",
    confirm: "Byt",
  },
  add: {
    intro: "Den kommer med varje beställning tills du tar bort den.",
    inEach: "I din prenumeration",
  },
  remove: {
    title: "Ta bort den här produkten?",
    intro: "Den följer inte med i fler beställningar.",
  },
  plan: {
    title: "Vilket upplägg passar dig?",
    legend: "Upplägg",
    none: "Det finns inget annat upplägg för dina produkter.",
  },
  method: { title: "Betala med ett annat sparat sätt", use: "Använd det här" },
  note: {
    title: "Ett meddelande till nästa beställning",
    hint: "Bara för den här beställningen. Töm fältet för att ta bort meddelandet.",
    field: "Meddelande",
  },
  pause: {
    action: "Pausa till ett datum",
    title: "Hur länge vill du pausa?",
    intro: (date) => `Din nästa beställning är planerad till ${date}.`,
    field: "Beställningar får komma igen från",
    hint: "Inget skickas eller debiteras före den dagen.",
  },
  gone: "Valet är inte längre tillgängligt.",
  done: {
    line_swapped: () => "Utbytt.",
    line_added: () => "Tillagd i din prenumeration.",
    line_removed: () => "Borttagen från din prenumeration.",
    plan_changed: () => "Ditt upplägg är ändrat.",
    method_changed: () => "Ditt betalningssätt är ändrat.",
    note_saved: () => "Ditt meddelande är sparat.",
    paused_until: () => "Pausad. Inget skickas eller debiteras före den dag du valde.",
  },
});
