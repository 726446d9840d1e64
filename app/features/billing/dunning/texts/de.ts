import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const de = once(
  (): FailureTexts => ({
    subject: (shop) => `Ihre Zahlung an ${shop} hat nicht geklappt`,
    endedSubject: (shop) => `Ihre Bestellung bei ${shop} konnte nicht bezahlt werden`,
    act: "Bitte prüfen Sie Ihre Zahlungsart oder wählen Sie eine andere. Sobald die Zahlung da ist, wird Ihre Bestellung vorbereitet.",
    retry: (day) =>
      `Wir versuchen es am ${day} noch einmal. Bis dahin können Sie Ihre Zahlungsart prüfen oder eine andere wählen.`,
    blocked:
      "Bitte wählen Sie eine andere Zahlungsart. Sobald die Zahlung da ist, wird Ihre Bestellung vorbereitet.",
    paused: "Ihr Abo ist vorerst pausiert. Sie können es jederzeit fortsetzen.",
    cancelled: "Ihr Abo wurde deshalb gekündigt.",
    skipped: "Diese Bestellung wurde ausgesetzt. Mit der nächsten geht Ihr Abo weiter.",
    stopped: "Ihr Abo ruht. Wählen Sie eine andere Zahlungsart, um es wieder aufzunehmen.",
  }),
);
