import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("pt-PT", { one, other });

export const ptPT = once(
  (): BoxTexts => ({
    backToShop: "Voltar à loja",
    box: "A sua caixa",
    items: count("{n} artigo", "{n} artigos"),
    almost: "Está quase",
    complete: "A sua caixa está completa.",
    thanks: "A sua caixa está completa. Obrigado!",
    update: "Atualizar o preço",
    gone: {
      title: "Esta caixa não está disponível",
      text: "Pode já não existir, ou a ligação está incompleta.",
    },
    nothing: "Esta caixa está vazia neste momento.",
    choose: {
      atLeast: count("Escolha pelo menos {n} artigo", "Escolha pelo menos {n} artigos"),
      upTo: count("Escolha até {n} artigo", "Escolha até {n} artigos"),
      exactly: count("Escolha {n} artigo", "Escolha {n} artigos"),
      between: (least, most) => `Escolha de ${least} a ${most} artigos`,
      sizes: (sizes) => `Escolha ${sizes} artigos`,
      any: "Escolha os seus produtos",
      fixed: "Nesta caixa",
      different: count("Pelo menos {n} produto", "Pelo menos {n} produtos diferentes"),
      others: "Outros",
    },
    item: {
      soldOut: "Esgotado",
      optionFor: (title) => `Opção de ${title}`,
      less: (title) => `Menos um: ${title}`,
      more: (title) => `Mais um: ${title}`,
      howMany: (title) => `Quantidade: ${title}`,
    },
    steps: {
      title: "Passos",
      chosen: (number) => `Escolhidos: ${number}`,
      done: "completo",
      next: (title) => `Seguinte: ${title}`,
    },
    order: {
      add: count("Acrescente mais {n} artigo", "Acrescente mais {n} artigos"),
      addDifferent: count("Acrescente mais {n} produto diferente", "Acrescente mais {n} produtos diferentes"),
      takeOut: count("Retire {n} artigo", "Retire {n} artigos"),
    },
    problem: {
      empty: "A sua caixa ainda está vazia.",
      soldOut: "Algo na sua caixa está esgotado. Escolha outra opção ou retire-o.",
      atLeast: (order, least) => `${order}: a sua caixa precisa de pelo menos ${least}.`,
      atMost: (order, most) => `${order}: na sua caixa cabem no máximo ${most}.`,
      sizes: (sizes) => `Escolha ${sizes} artigos no total.`,
      minimum: (amount) =>
        `As caixas custam pelo menos ${amount} antes dos descontos. Acrescente mais alguma coisa.`,
      section: (title, order) => `${title}: ${within("pt-PT", order)}.`,
    },
    discount: {
      tiers: "Descontos por número de artigos",
      tier: (number, percent) => `a partir de ${number}: ${percent}`,
      cheer: (order, percent) => `${order} e receba ${percent} de desconto`,
      cheerDelivery: (order, percent) => `${order} e receba ${percent} de desconto na entrega`,
      save: (percent) => `Poupe ${percent}`,
      saved: "Poupa",
      before: "Antes do desconto",
      delivery: "Desconto na entrega",
      code: "Código de desconto, já introduzido",
    },
    often: { title: "Com que frequência?", once: "Só desta vez", each: "De cada vez" },
    go: {
      CART: "Adicionar ao carrinho",
      CHECKOUT: "Finalizar a compra",
      CUSTOM: "Continuar",
      NONE: "Concluir a caixa",
    },
  }),
);
