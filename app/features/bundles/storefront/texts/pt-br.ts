import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (one: string, other: string) => counted("pt-BR", { one, other });

export const ptBR = once(
  (): BoxTexts => ({
    backToShop: "Voltar à loja",
    box: "Sua caixa",
    items: count("{n} item", "{n} itens"),
    almost: "Falta pouco",
    complete: "Sua caixa está completa.",
    thanks: "Sua caixa está completa. Obrigado!",
    update: "Atualizar preço",
    gone: {
      title: "Esta caixa não está disponível",
      text: "Ela pode não existir mais, ou o link está incompleto.",
    },
    nothing: "Esta caixa está vazia no momento.",
    choose: {
      atLeast: count("Escolha pelo menos {n} item", "Escolha pelo menos {n} itens"),
      upTo: count("Escolha até {n} item", "Escolha até {n} itens"),
      exactly: count("Escolha {n} item", "Escolha {n} itens"),
      between: (least, most) => `Escolha de ${least} a ${most} itens`,
      sizes: (sizes) => `Escolha ${sizes} itens`,
      any: "Escolha seus produtos",
      fixed: "Nesta caixa",
      different: count("Pelo menos {n} produto", "Pelo menos {n} produtos diferentes"),
      others: "Outros",
    },
    item: {
      soldOut: "Esgotado",
      optionFor: (title) => `Opção de ${title}`,
      less: (title) => `Um a menos: ${title}`,
      more: (title) => `Um a mais: ${title}`,
      howMany: (title) => `Quantidade: ${title}`,
    },
    steps: {
      title: "Etapas",
      chosen: (number) => `Escolhidos: ${number}`,
      done: "completo",
      next: (title) => `Próximo: ${title}`,
    },
    order: {
      add: count("Adicione mais {n} item", "Adicione mais {n} itens"),
      addDifferent: count("Adicione mais {n} produto diferente", "Adicione mais {n} produtos diferentes"),
      takeOut: count("Retire {n} item", "Retire {n} itens"),
    },
    problem: {
      empty: "Sua caixa ainda está vazia.",
      soldOut: "Algo na sua caixa está esgotado. Escolha outra opção ou retire-o.",
      atLeast: (order, least) => `${order}: sua caixa precisa de pelo menos ${least}.`,
      atMost: (order, most) => `${order}: na sua caixa cabem no máximo ${most}.`,
      sizes: (sizes) => `Escolha ${sizes} itens no total.`,
      minimum: (amount) =>
        `As caixas custam a partir de ${amount} antes dos descontos. Adicione mais alguma coisa.`,
      section: (title, order) => `${title}: ${within("pt-BR", order)}.`,
    },
    discount: {
      tiers: "Descontos por número de itens",
      tier: (number, percent) => `a partir de ${number}: ${percent}`,
      cheer: (order, percent) => `${order} e ganhe ${percent} de desconto`,
      cheerDelivery: (order, percent) => `${order} e ganhe ${percent} de desconto no frete`,
      save: (percent) => `Economize ${percent}`,
      saved: "Você economiza",
      before: "Antes do desconto",
      delivery: "Desconto no frete",
      code: "Código de desconto, já aplicado",
    },
    often: { title: "Com que frequência?", once: "Só desta vez", each: "Cada vez" },
    go: {
      CART: "Adicionar ao carrinho",
      CHECKOUT: "Finalizar compra",
      CUSTOM: "Continuar",
      NONE: "Concluir caixa",
    },
  }),
);
