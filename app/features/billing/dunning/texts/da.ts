import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const da = once(
  (): FailureTexts => ({
    subject: (shop) => `Din betaling til ${shop} gik ikke igennem`,
    endedSubject: (shop) => `Din bestilling hos ${shop} kunne ikke betales`,
    act: "Tjek din betalingsmetode, eller vælg en anden. Bestillingen afgives, så snart den er betalt.",
    retry: (day) =>
      `Vi prøver igen den ${day}. Inden da kan du tjekke din betalingsmetode eller vælge en anden.`,
    blocked: "Vælg en anden betalingsmetode. Bestillingen afgives, så snart den er betalt.",
    paused: "Dit abonnement er på pause indtil videre. Du kan genoptage det, når du vil.",
    cancelled: "Dit abonnement er derfor opsagt.",
    skipped: "Denne bestilling er sprunget over. Dit abonnement fortsætter med den næste.",
    stopped: "Dit abonnement er stoppet. Vælg en anden betalingsmetode for at starte det igen.",
  }),
);
