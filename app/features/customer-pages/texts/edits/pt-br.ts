import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Cada pedido",
  before: "Até agora",
  after: "A partir de agora",
  perOrder: (amount) => `${amount} por pedido`,
  choose: "Escolher",
  swap: {
    title: "O que você prefere no lugar?",
    none: "Não há nada para trocar no momento.",
    confirm: "Trocar",
  },
  add: {
    intro: "Vem em todos os pedidos até você remover.",
    inEach: "Na sua assinatura",
  },
  remove: {
    title: "Remover este produto?",
    intro: "Ele não virá mais em nenhum pedido.",
  },
  plan: {
    title: "Qual plano combina com você?",
    legend: "Plano",
    none: "Não há outro plano para seus produtos.",
  },
  method: { title: "Pagar com outra forma salva", use: "Usar esta" },
  note: {
    title: "Uma observação no próximo pedido",
    hint: "Só para este pedido. Esvazie o campo para remover a observação.",
    field: "Observação",
  },
  pause: {
    action: "Pausar até uma data",
    title: "Até quando você quer pausar?",
    intro: (date) => `Data prevista do próximo pedido: ${date}.`,
    field: "Os pedidos podem voltar a partir de",
    hint: "Nada é enviado nem cobrado antes desse dia.",
  },
  gone: "Esta opção não está mais disponível.",
  done: {
    line_swapped: () => "Trocado.",
    line_added: () => "Adicionado à sua assinatura.",
    line_removed: () => "Removido da sua assinatura.",
    plan_changed: () => "Seu plano foi alterado.",
    method_changed: () => "Sua forma de pagamento foi alterada.",
    note_saved: () => "Sua observação foi salva.",
    paused_until: () => "Pausada. Nada é enviado nem cobrado antes do dia escolhido.",
  },
});
