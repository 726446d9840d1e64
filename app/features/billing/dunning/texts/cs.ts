import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const cs = once(
  (): FailureTexts => ({
    subject: (shop) => `Platba pro obchod ${shop} se nezdařila`,
    endedSubject: (shop) => `Objednávku v obchodě ${shop} se nepodařilo zaplatit`,
    act: "Zkontrolujte prosím platební metodu nebo zvolte jinou. Objednávku zadáme, jakmile bude zaplacena.",
    retry: (day) =>
      `Zkusíme to znovu ${day}. Do té doby můžete platební metodu zkontrolovat nebo zvolit jinou.`,
    blocked: "Zvolte prosím jinou platební metodu. Objednávku zadáme, jakmile bude zaplacena.",
    paused: "Předplatné je prozatím pozastaveno. Obnovit ho můžete kdykoli.",
    cancelled: "Předplatné bylo proto zrušeno.",
    skipped: "Tato objednávka byla vynechána. Předplatné pokračuje tou další.",
    stopped: "Předplatné se zastavilo. Chcete-li ho obnovit, zvolte jinou platební metodu.",
  }),
);
