import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const ptPT = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Olá, ${name},` : "Olá,"),
    footer: (shop) => `Recebe este e-mail por causa da sua subscrição em ${shop}.`,
    orCopy: "Ou copie este endereço para o seu navegador:",
    portalLink: {
      button: "Abrir as minhas subscrições",
      goodUntil: (until) => `A ligação é válida até ${until}.`,
      once: "Só pode ser aberta uma vez.",
      notYou: "Não fez este pedido? Pode ignorar este e-mail. Não partilhe a ligação.",
    },
    paymentAsked: {
      subject: (shop) => `O seu método de pagamento em ${shop}`,
      heading: "Recebemos o seu pedido",
      text: (shop) =>
        `Pediu para atualizar o seu método de pagamento. Avisámos ${shop}, que lhe enviará uma ligação do prestador de pagamentos.`,
      notYou: (shop) => `Não fez este pedido? Contacte ${shop}.`,
    },
    cardAsked: {
      subject: (shop) => `O seu método de pagamento em ${shop}`,
      heading: "Atualize o seu método de pagamento",
      text: (shop) =>
        `${shop} pede-lhe outro cartão para a sua subscrição, para que as próximas encomendas possam ser pagas.`,
      button: "Usar outro cartão",
    },
    paymentWanted: {
      subject: (customer) => `${customer} quer atualizar o método de pagamento`,
      heading: "Um cliente quer atualizar o método de pagamento",
      text: (customer, contract) =>
        `${customer} pediu uma ligação para atualizar o método de pagamento do contrato ${contract}. Envie-a a partir da plataforma de vendas.`,
    },
  }),
);
