import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const ptBR = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Olá, ${name},` : "Olá,"),
    footer: (shop) => `Você recebe este e-mail por causa da sua assinatura em ${shop}.`,
    orCopy: "Ou copie este endereço no seu navegador:",
    portalLink: {
      button: "Abrir minhas assinaturas",
      goodUntil: (until) => `O link vale até ${until}.`,
      once: "Só pode ser aberto uma vez.",
      notYou: "Não foi você que pediu? Pode ignorar este e-mail. Não compartilhe o link.",
    },
    paymentAsked: {
      subject: (shop) => `Sua forma de pagamento em ${shop}`,
      heading: "Recebemos sua solicitação",
      text: (shop) =>
        `Você pediu para atualizar sua forma de pagamento. Avisamos ${shop}, que enviará um link do provedor de pagamento.`,
      notYou: (shop) => `Não foi você que pediu? Fale em ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `Sua forma de pagamento em ${shop}`,
      heading: "Atualize sua forma de pagamento",
      text: (shop) =>
        `${shop} pede outro cartão para sua assinatura, para que os próximos pedidos possam ser pagos.`,
      button: "Usar outro cartão",
    },
    paymentWanted: {
      subject: (customer) => `${customer} quer atualizar a forma de pagamento`,
      heading: "Um cliente quer atualizar a forma de pagamento",
      text: (customer, contract) =>
        `${customer} pediu um link para atualizar a forma de pagamento do contrato ${contract}. Envie-o pela plataforma de vendas.`,
    },
  }),
);
