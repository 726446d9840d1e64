import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const sv = once(
  (): FailureTexts => ({
    subject: (shop) => `Din betalning till ${shop} gick inte igenom`,
    endedSubject: (shop) => `Din beställning hos ${shop} kunde inte betalas`,
    act: "Kontrollera ditt betalningssätt eller välj ett annat. Beställningen görs så snart den är betald.",
    retry: (day) =>
      `Vi försöker igen den ${day}. Du kan kontrollera ditt betalningssätt eller välja ett annat dessförinnan.`,
    blocked: "Välj ett annat betalningssätt. Beställningen görs så snart den är betald.",
    paused: "Din prenumeration är pausad tills vidare. Du kan återuppta den när du vill.",
    cancelled: "Din prenumeration har därför sagts upp.",
    skipped: "Den här beställningen hoppas över. Din prenumeration fortsätter med nästa.",
    stopped: "Din prenumeration har stannat. Välj ett annat betalningssätt för att starta den igen.",
  }),
);
