import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const fr = once(
  (): FailureTexts => ({
    subject: (shop) => `Votre paiement à ${shop} n’a pas abouti`,
    endedSubject: (shop) => `Votre commande chez ${shop} n’a pas pu être payée`,
    act: "Veuillez vérifier votre moyen de paiement ou en choisir un autre. Votre commande sera préparée dès qu’elle sera payée.",
    retry: (day) =>
      `Nous réessaierons le ${day}. D’ici là, vous pouvez vérifier votre moyen de paiement ou en choisir un autre.`,
    blocked:
      "Veuillez choisir un autre moyen de paiement. Votre commande sera préparée dès qu’elle sera payée.",
    paused: "Votre abonnement est en pause pour le moment. Vous pouvez le reprendre quand vous le souhaitez.",
    cancelled: "Votre abonnement a donc été résilié.",
    skipped: "Cette commande a été sautée. Votre abonnement continue avec la suivante.",
    stopped: "Votre abonnement est arrêté. Choisissez un autre moyen de paiement pour le reprendre.",
  }),
);
