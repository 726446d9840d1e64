import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const ptBR = once(
  (): NoticeTexts => ({
    created: {
      subject: "Sua assinatura em {{shop_name}}",
      body: "Agradecemos sua assinatura: {{products}}.\n\nData do próximo pedido: {{next_order_date}}.",
      sms: "{{shop_name}}: Agradecemos sua assinatura. Data do próximo pedido: {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "Lembrete: seu próximo pedido em {{shop_name}}",
      body: "Em {{order_date}}, vamos preparar seu próximo pedido: {{products}}. O valor é {{amount}}.\n\nVocê ainda pode alterá-lo ou pulá-lo.",
      sms: "{{shop_name}}: Em {{order_date}}, vamos preparar seu próximo pedido ({{amount}}). Você ainda pode alterá-lo ou pulá-lo.",
    },
    order_paid: {
      subject: "Seu pedido em {{shop_name}}",
      body: "Recebemos seu pagamento ({{products}}). Seu pedido {{order_name}} está sendo preparado.\n\nData do próximo pedido: {{next_order_date}}.",
      sms: "{{shop_name}}: Recebemos seu pagamento. Seu pedido {{order_name}} está sendo preparado.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Não conseguimos cobrar o pagamento da sua assinatura em {{shop_name}}.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Sua assinatura está pausada",
      body: "Sua assinatura ({{products}}) está pausada. Nada é cobrado até ela ser retomada.",
      sms: "{{shop_name}}: Sua assinatura está pausada. Nada é cobrado até ela ser retomada.",
    },
    resumed: {
      subject: "Sua assinatura foi retomada",
      body: "Sua assinatura ({{products}}) foi retomada. Data do próximo pedido: {{next_order_date}}.",
      sms: "{{shop_name}}: Sua assinatura foi retomada. Data do próximo pedido: {{next_order_date}}.",
    },
    cancelled: {
      subject: "Sua assinatura foi cancelada",
      body: "Sua assinatura ({{products}}) foi cancelada. Nada mais será cobrado.",
      sms: "{{shop_name}}: Sua assinatura foi cancelada. Nada mais será cobrado.",
    },
    skipped: {
      subject: "Seu pedido foi pulado",
      body: "Seu pedido de {{order_date}} foi pulado e não será cobrado.\n\nData do próximo pedido: {{next_order_date}}.",
      sms: "{{shop_name}}: Seu pedido de {{order_date}} foi pulado e não será cobrado.",
    },
    address: {
      subject: "Seu endereço de entrega mudou",
      body: "A partir de agora, seus pedidos vão para: {{address}}",
      sms: "{{shop_name}}: Seu endereço de entrega mudou para: {{address}}",
    },
    frequency: {
      subject: "A frequência da sua assinatura mudou",
      body: "A partir de agora: {{frequency}}. Data do próximo pedido: {{next_order_date}}.",
      sms: "{{shop_name}}: A frequência da sua assinatura mudou: {{frequency}}.",
    },
    products: {
      subject: "Sua assinatura mudou",
      body: "Sua assinatura agora inclui: {{products}}. Valor por pedido: {{amount}}.",
      sms: "{{shop_name}}: Sua assinatura mudou. Valor por pedido: {{amount}}.",
    },
    card_expiring: {
      subject: "Seu cartão está prestes a vencer",
      body: "O cartão {{card}}, que paga sua assinatura em {{shop_name}}, está prestes a vencer. Escolha outro, por favor, para que seus próximos pedidos possam ser pagos.",
      sms: "{{shop_name}}: Seu cartão {{card}} está prestes a vencer. Escolha outro: {{portal_address}}",
    },
    portal_link: {
      subject: "Seu link para {{shop_name}}",
      body: "Use este link para ver e gerenciar suas assinaturas em {{shop_name}}. Não precisa de senha.\n\n{{good_for}}",
    },
    button: "Abrir minhas assinaturas",
    unsubscribe: "Não receber mais lembretes por e-mail",
    stopping: {
      title: "Lembretes por e-mail",
      text: (shop) =>
        `Você não quer mais receber lembretes por e-mail de ${shop}? Continuaremos avisando sobre o que mudar.`,
      button: "Parar os lembretes",
      done: (shop) => `Você não receberá mais lembretes por e-mail de ${shop}.`,
      again: "Voltar a receber lembretes",
    },
  }),
);
