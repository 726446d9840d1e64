import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const nl = once(
  (): FailureTexts => ({
    subject: (shop) => `Je betaling aan ${shop} is niet gelukt`,
    endedSubject: (shop) => `Je bestelling bij ${shop} kon niet worden betaald`,
    act: "Controleer je betaalmethode of kies een andere. Je bestelling wordt klaargemaakt zodra ze betaald is.",
    retry: (day) =>
      `We proberen het opnieuw op ${day}. Je kunt je betaalmethode vóór die tijd controleren of een andere kiezen.`,
    blocked: "Kies een andere betaalmethode. Je bestelling wordt klaargemaakt zodra ze betaald is.",
    paused: "Je abonnement is voorlopig gepauzeerd. Je kunt het hervatten wanneer je wilt.",
    cancelled: "Je abonnement is daarom opgezegd.",
    skipped: "Deze bestelling is overgeslagen. Je abonnement gaat verder met de volgende.",
    stopped: "Je abonnement is gestopt. Kies een andere betaalmethode om het weer op te pakken.",
  }),
);
