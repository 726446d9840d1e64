import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const de = once(
  (): FailureTexts => ({
    subject: (shop) => `Ihre Zahlung an ${shop} hat nicht geklappt`,
    endedSubject: (shop) => `Ihre Bestellung bei ${shop} konnte nicht bezahlt werden`,
    act: "Bitte prüfen Sie Ihre Zahlungsart oder wählen Sie eine andere. Sobald die Zahlung da ist, geht Ihre Bestellung los.",
    retry: (day) =>
      `Wir versuchen es am ${day} noch einmal. Bis dahin können Sie Ihre Zahlungsart prüfen oder eine andere wählen.`,
    blocked: "Bitte wählen Sie eine andere Zahlungsart. Sobald die Zahlung da ist, geht Ihre Bestellung los.",
    paused: "Ihr Abonnement ist vorerst pausiert. Sie können es jederzeit fortsetzen.",
    cancelled: "Ihr Abonnement wurde deshalb gekündigt.",
    skipped: "Diese Bestellung wurde ausgelassen. Mit der nächsten geht Ihr Abonnement weiter.",
    stopped: "Ihr Abonnement ruht. Wählen Sie eine andere Zahlungsart, um es wieder aufzunehmen.",
  }),
);
