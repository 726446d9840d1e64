import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("fr", { one, other });

export const fr = once(
  (): BoxTexts => ({
    backToShop: "Retour à la boutique",
    box: "Votre box",
    items: count("{n} article", "{n} articles"),
    almost: "Vous y êtes presque",
    complete: "Votre box est complète.",
    thanks: "Votre box est complète. Merci !",
    update: "Actualiser le prix",
    gone: {
      title: "Cette box n’est pas disponible",
      text: "Elle n’est peut-être plus proposée, ou le lien est incomplet.",
    },
    nothing: "Cette box est vide pour le moment.",
    choose: {
      atLeast: count("Choisissez au moins {n} article", "Choisissez au moins {n} articles"),
      upTo: count("Choisissez jusqu’à {n} article", "Choisissez jusqu’à {n} articles"),
      exactly: count("Choisissez {n} article", "Choisissez {n} articles"),
      between: (least, most) => `Choisissez de ${least} à ${most} articles`,
      sizes: (sizes) => `Choisissez ${sizes} articles`,
      any: "Choisissez vos produits",
      fixed: "Dans cette box",
      different: count("Au moins {n} produit", "Au moins {n} produits différents"),
      others: "Autres",
    },
    item: {
      soldOut: "Épuisé",
      optionFor: (title) => `Option pour ${title}`,
      less: (title) => `Un de moins : ${title}`,
      more: (title) => `Un de plus : ${title}`,
      howMany: (title) => `Quantité : ${title}`,
    },
    steps: {
      title: "Étapes",
      chosen: (number) => `Sélection : ${number}`,
      done: "complet",
      next: (title) => `Suivant : ${title}`,
    },
    order: {
      add: count("Ajoutez encore {n} article", "Ajoutez encore {n} articles"),
      addDifferent: count("Ajoutez encore {n} autre produit", "Ajoutez encore {n} autres produits"),
      takeOut: count("Retirez {n} article", "Retirez {n} articles"),
    },
    problem: {
      empty: "Votre box est encore vide.",
      soldOut: "Un article de votre box est épuisé. Choisissez une autre option ou retirez-le.",
      atLeast: (order, least) => `${order} : votre box doit en contenir au moins ${least}.`,
      atMost: (order, most) => `${order} : votre box peut en contenir ${most} au maximum.`,
      sizes: (sizes) => `Choisissez ${sizes} articles en tout.`,
      minimum: (amount) => `Une box coûte au moins ${amount} avant remises. Ajoutez encore quelque chose.`,
      section: (title, order) => `${title} : ${within("fr", order)}.`,
    },
    discount: {
      tiers: "Remises selon le nombre d’articles",
      tier: (number, percent) => `dès ${number} : ${percent}`,
      cheer: (order, percent) => `${order} et profitez de ${percent} de remise`,
      cheerDelivery: (order, percent) => `${order} et profitez de ${percent} de remise sur la livraison`,
      save: (percent) => `${percent} de remise`,
      saved: "Vous économisez",
      before: "Avant remise",
      delivery: "Remise sur la livraison",
      code: "Code de réduction, ajouté pour vous",
    },
    often: { title: "À quelle fréquence ?", once: "Une seule fois", each: "Chaque fois" },
    go: {
      CART: "Ajouter au panier",
      CHECKOUT: "Passer au paiement",
      CUSTOM: "Continuer",
      NONE: "Terminer la box",
    },
  }),
);
