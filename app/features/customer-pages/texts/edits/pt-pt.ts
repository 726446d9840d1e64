import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Cada encomenda",
  before: "Até agora",
  after: "A partir de agora",
  perOrder: (amount) => `${amount} por encomenda`,
  choose: "Escolher",
  swap: {
    title: "O que prefere em vez deste?",
    none: "De momento não há nada para trocar.",
    confirm: "Trocar",
  },
  add: {
    intro: "Vem em todas as encomendas até o remover.",
    inEach: "Na sua subscrição",
  },
  remove: {
    title: "Remover este produto?",
    intro: "Não virá em mais nenhuma encomenda.",
  },
  plan: {
    title: "Que plano lhe convém?",
    legend: "Plano",
    none: "Não há outro plano para os seus produtos.",
  },
  method: { title: "Pagar com outro método guardado", use: "Usar este" },
  note: {
    title: "Uma nota na próxima encomenda",
    hint: "Apenas para esta encomenda. Limpe o campo para remover a nota.",
    field: "Nota",
  },
  pause: {
    action: "Pausar até uma data",
    title: "Até quando deseja pausar?",
    intro: (date) => `Data prevista da próxima encomenda: ${date}.`,
    field: "As encomendas podem voltar a partir de",
    hint: "Nada é enviado nem cobrado antes desse dia.",
  },
  gone: "Esta opção já não está disponível.",
  done: {
    line_swapped: () => "Trocado.",
    line_added: () => "Adicionado à sua subscrição.",
    line_removed: () => "Removido da sua subscrição.",
    plan_changed: () => "O seu plano foi alterado.",
    method_changed: () => "O seu método de pagamento foi alterado.",
    note_saved: () => "A sua nota foi guardada.",
    paused_until: () => "Em pausa. Nada é enviado nem cobrado antes do dia escolhido.",
  },
});
