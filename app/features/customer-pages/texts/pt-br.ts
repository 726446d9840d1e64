import { counted, once, within } from "~/lib/languages/wording";
import { edits } from "./edits/pt-br";
import { orders } from "./orders/pt-br";
import { payments } from "./payments/pt-br";
import type { PortalTexts } from "./portal-texts";
import { problems } from "./problems/pt-br";

const EVERY = {
  DAY: counted("pt-BR", { "1": "Todos os dias", other: "A cada {n} dias" }),
  WEEK: counted("pt-BR", { "1": "Toda semana", other: "A cada {n} semanas" }),
  MONTH: counted("pt-BR", { "1": "Todo mês", other: "A cada {n} meses" }),
  YEAR: counted("pt-BR", { "1": "Todo ano", other: "A cada {n} anos" }),
};

export const ptBR = once(
  (): PortalTexts => ({
    heading: "Suas assinaturas",
    defaultHelp: (shop) => `Dúvidas? ${shop} terá prazer em ajudar.`,
    skipToContent: "Ir para o conteúdo",
    testGateway: "Pagamento de teste: nenhum dinheiro é movimentado",
    back: "Voltar",
    backToList: "Todas as assinaturas",
    save: "Salvar",
    undo: "Desfazer",
    notNow: "Agora não",
    remove: "Remover",
    add: "Adicionar",
    change: "Alterar",
    optional: "opcional",
    status: {
      ACTIVE: "Ativa",
      PAUSED: "Pausada",
      CANCELLED: "Cancelada",
      EXPIRED: "Encerrada",
      FAILED: "Pagamento recusado",
    },
    noOrder: {
      ACTIVE: "Ainda não há pedido programado.",
      PAUSED: "Sua assinatura está pausada. Nada é enviado nem cobrado até você retomá-la.",
      CANCELLED: "Sua assinatura está cancelada. Nada mais será enviado nem cobrado.",
      EXPIRED: "Sua assinatura terminou. Nada mais será enviado nem cobrado.",
      FAILED:
        "Não conseguimos cobrar seu pagamento, por isso não há pedido programado. Verifique sua forma de pagamento.",
    },
    every: (interval, count, number) => EVERY[interval](count, number),
    quantityOf: (number) => `Quantidade: ${number}`,

    list: {
      empty: "Você não tem assinaturas aqui.",
      nextOrder: "Próximo pedido",
      open: "Gerenciar",
    },
    next: {
      title: "Seu próximo pedido",
      total: "Valor total",
      delivery: "Entrega",
      free: "Grátis",
      discount: "Desconto",
      shipTo: "Entrega para",
      pickup: "Você mesmo retira.",
      payment: "Pagamento",
      noPayment: "Nenhuma forma de pagamento salva.",
      savedMethod: "Forma de pagamento salva",
      cardEnding: (digits) => `com final ${digits}`,
      expires: (month) => `Vence em ${month}`,
      cardExpired: "Este cartão venceu. Atualize-o antes do próximo pedido.",
      paymentFailed: "Seu último pagamento não foi concluído.",
      leftOut: "Fora deste pedido",
      once: "Somente uma vez",
      deliveredEvery: (frequency) => `Entrega: ${within("pt-BR", frequency)}`,
    },
    action: {
      skip: "Pular este pedido",
      reschedule: "Alterar data",
      pause: "Pausar",
      resume: "Retomar",
      cancel: "Cancelar assinatura",
      reactivate: "Reativar assinatura",
      address: "Alterar endereço",
      frequency: "Alterar frequência",
      quantity: "Alterar quantidade",
      attributes: "Alterar detalhes",
      skip_line: "Pular na próxima vez",
      discount_code: "Código de desconto",
      one_time_products: "Adicionar um produto ao próximo pedido",
      payment_update: "Atualizar forma de pagamento",
      order_now: "Pedir agora",
      payment_method: "Trocar forma de pagamento",
      add_line: "Adicionar um produto fixo",
      remove_line: "Remover item",
      swap_line: "Trocar item",
      change_plan: "Mudar de plano",
      order_note: "Observação neste pedido",
    },
    manage: "Sua assinatura",
    items: "O que está incluído",
    editLine: "Alterar quantidade ou detalhes",
    putBack: "Incluir de novo",
    later: { title: "Depois disso", skipped: "Pulado", unskip: "Não pular" },
    ...orders(),
    edits: edits(),
    pages: { previous: "Anterior", next: "Próxima", of: (page, pages) => `Página ${page} de ${pages}` },

    reschedule: {
      title: "Quando você quer o próximo pedido?",
      intro: (date) => `Data prevista: ${date}. Os pedidos seguintes contam a partir da nova data.`,
      field: "Nova data",
      hint: "A partir de amanhã, dentro de um ano.",
    },
    address: {
      title: "Onde devemos entregar?",
      intro: "Vale a partir do próximo pedido.",
      firstName: "Nome",
      lastName: "Sobrenome",
      company: "Empresa",
      address1: "Rua e número",
      address2: "Apartamento, andar ou prédio",
      zip: "CEP",
      city: "Cidade",
      province: "Estado",
      country: "País",
      phone: "Telefone",
    },
    frequency: {
      title: "Com que frequência você quer receber?",
      intro: (now) => `Atual: ${within("pt-BR", now)}.`,
      legend: "Frequência",
      other: "Outra frequência",
      count: "A cada",
      unit: "Unidade",
      units: { DAY: "dias", WEEK: "semanas", MONTH: "meses", YEAR: "anos" },
    },
    line: {
      quantity: "Quantidade",
      quantityHint: "Vale a partir do próximo pedido.",
      details: "Detalhes",
      detailsHint: "Esvazie um campo para removê-lo.",
      addDetail: "Adicionar um detalhe",
      name: "Nome",
      value: "Valor",
      skipTitle: "Pular uma vez",
      skipHint: "O próximo pedido vem sem ele; no seguinte, ele volta.",
    },
    discount: {
      title: "Código de desconto",
      apply: "Aplicar",
      percentOff: (percent) => `${percent} de desconto`,
      amountOff: (amount) => `${amount} de desconto`,
    },
    oneTime: {
      title: "Adicionar um produto ao próximo pedido",
      intro: (date) => `Adicionado uma vez, ao pedido de ${date}.`,
      search: "Encontrar um produto",
      find: "Buscar",
      none: "Nenhum produto encontrado.",
      addOne: (title) => `Adicionar ${title}`,
      added: "No próximo pedido",
    },
    paying: payments(),
    payment: {
      title: "Atualize sua forma de pagamento",
      intro:
        "Para sua segurança, a atualização é feita na página do provedor de pagamento. Enviaremos um link por e-mail.",
    },
    cancel: {
      title: "Cancelar sua assinatura",
      why: "Por que você quer cancelar?",
      intro: "Sua resposta nos ajuda a melhorar.",
      continue: "Continuar",
      keep: "Manter minha assinatura",
      confirmTitle: "Cancelar esta assinatura?",
      consequence: "Nenhum outro pedido será enviado nem cobrado.",
      lastOrder: (date) => `Seu pedido previsto para ${date} não será enviado.`,
      afterMore: counted("pt-BR", {
        "1": "Você pode cancelar depois de mais um pedido.",
        other: "Você pode cancelar depois de mais {n} pedidos.",
      }),
      comment: "Quer nos contar mais alguma coisa?",
      confirm: "Cancelar assinatura",
      offerTitle: "Antes de ir",
      offer: {
        SKIP: (date) => `Você pode pular o pedido de ${date} e manter a assinatura.`,
        PAUSE: "Você pode pausar: nada é enviado nem cobrado até você retomar.",
        DISCOUNT: (value) => `Fique e ganhe ${value} nos próximos pedidos.`,
      },
      accept: { SKIP: "Pular este pedido", PAUSE: "Prefiro pausar", DISCOUNT: "Ficar com o desconto" },
      reasons: {
        too_much: "Tenho mais do que preciso",
        break: "Preciso de uma pausa",
        too_expensive: "É caro demais",
        not_right: "Os produtos não são para mim",
        other: "Outro motivo",
      },
    },
    reactivate: {
      title: "Reativar sua assinatura?",
      intro: "Os pedidos serão enviados e cobrados como antes, a partir da próxima data disponível.",
      confirm: "Reativar assinatura",
    },

    done: {
      skipped: (date) => (date ? `Pulado. Seu próximo pedido chega em ${date}.` : "Pulado."),
      unskipped: (date) => `Seu pedido chega mesmo em ${date}.`,
      rescheduled: (date) => `Seu próximo pedido agora chega em ${date}.`,
      paused: () => "Pausada. Nada é enviado nem cobrado até você retomar.",
      resumed: (date) =>
        date
          ? `Que bom ter você de volta. Seu próximo pedido chega em ${date}.`
          : "Que bom ter você de volta.",
      cancelled: () => "Sua assinatura foi cancelada.",
      reactivated: (date) =>
        date
          ? `Que bom ter você de volta. Seu próximo pedido chega em ${date}.`
          : "Que bom ter você de volta.",
      address: () => "Seu novo endereço foi salvo.",
      frequency: (date) => (date ? `Salvo. Seu próximo pedido chega em ${date}.` : "Salvo."),
      quantity: () => "Quantidade atualizada.",
      attributes: () => "Detalhes salvos.",
      line_skipped: () => "O próximo pedido vem sem ele.",
      line_unskipped: () => "Está de volta no próximo pedido.",
      code_applied: () => "Código aplicado.",
      code_removed: () => "Código removido.",
      product_added: () => "Adicionado ao próximo pedido.",
      product_removed: () => "Removido do próximo pedido.",
      payment_mail: () => "Recebemos sua solicitação e enviaremos o link por e-mail.",
      ordered: (date) =>
        date
          ? `Pago. Seu pedido está a caminho, o seguinte chega em ${date}.`
          : "Pago. Seu pedido está a caminho.",
      order_declined: () =>
        "Seu pagamento não foi concluído, então nada foi enviado ainda. Verifique sua forma de pagamento.",
      order_asks_bank: () =>
        "Seu banco quer sua confirmação antes de pagar. Confirme o pagamento no seu banco.",
      order_under_way: () =>
        "Estamos processando o pagamento. Pode levar alguns minutos; não é preciso pedir de novo.",
      ...payments().done,
      ...edits().done,
    },
    ...problems(),
  }),
);
