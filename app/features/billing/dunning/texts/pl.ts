import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const pl = once(
  (): FailureTexts => ({
    subject: (shop) => `Płatność dla sklepu ${shop} się nie powiodła`,
    endedSubject: (shop) => `Nie udało się opłacić zamówienia w sklepie ${shop}`,
    act: "Sprawdź metodę płatności lub wybierz inną. Zamówienie ruszy, gdy tylko zostanie opłacone.",
    retry: (day) =>
      `Spróbujemy ponownie ${day}. Do tego czasu możesz sprawdzić metodę płatności lub wybrać inną.`,
    blocked: "Wybierz inną metodę płatności. Zamówienie ruszy, gdy tylko zostanie opłacone.",
    paused: "Subskrypcja jest na razie wstrzymana. Możesz ją wznowić w dowolnej chwili.",
    cancelled: "Dlatego subskrypcja została anulowana.",
    skipped: "To zamówienie zostało pominięte. Subskrypcja trwa dalej od następnego.",
    stopped: "Subskrypcja została zatrzymana. Wybierz inną metodę płatności, aby ją wznowić.",
  }),
);
