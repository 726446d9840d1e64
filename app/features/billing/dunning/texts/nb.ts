import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const nb = once(
  (): FailureTexts => ({
    subject: (shop) => `Betalingen din til ${shop} gikk ikke gjennom`,
    endedSubject: (shop) => `Bestillingen din hos ${shop} kunne ikke betales`,
    act: "Sjekk betalingsmåten, eller velg en annen. Bestillingen sendes inn så snart den er betalt.",
    retry: (day) => `Vi prøver igjen ${day}. Før det kan du sjekke betalingsmåten eller velge en annen.`,
    blocked: "Velg en annen betalingsmåte. Bestillingen sendes inn så snart den er betalt.",
    paused: "Abonnementet er satt på pause inntil videre. Du kan gjenoppta det når du vil.",
    cancelled: "Abonnementet er derfor sagt opp.",
    skipped: "Denne bestillingen er hoppet over. Abonnementet fortsetter med den neste.",
    stopped: "Abonnementet har stoppet. Velg en annen betalingsmåte for å starte det igjen.",
  }),
);
