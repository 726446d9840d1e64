import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const ptPT = once(
  (): NoticeTexts => ({
    created: {
      subject: "A sua subscrição em {{shop_name}}",
      body: "Agradecemos a sua subscrição: {{products}}.\n\nData da próxima encomenda: {{next_order_date}}.",
      sms: "{{shop_name}}: Agradecemos a sua subscrição. Data da próxima encomenda: {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "A sua próxima encomenda em {{shop_name}} aproxima-se",
      body: "Em {{order_date}}, vamos preparar a sua próxima encomenda: {{products}}. O valor é {{amount}}.\n\nAinda a pode alterar ou saltar.",
      sms: "{{shop_name}}: Em {{order_date}}, vamos preparar a sua próxima encomenda ({{amount}}). Ainda a pode alterar ou saltar.",
    },
    order_paid: {
      subject: "A sua encomenda em {{shop_name}}",
      body: "Recebemos o seu pagamento ({{products}}). A sua encomenda {{order_name}} está a ser preparada.\n\nData da próxima encomenda: {{next_order_date}}.",
      sms: "{{shop_name}}: Recebemos o seu pagamento. A sua encomenda {{order_name}} está a ser preparada.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "Não foi possível cobrar o pagamento da sua subscrição em {{shop_name}}.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "A sua subscrição está em pausa",
      body: "A sua subscrição ({{products}}) está em pausa. Nada é cobrado até ser retomada.",
      sms: "{{shop_name}}: A sua subscrição está em pausa. Nada é cobrado até ser retomada.",
    },
    resumed: {
      subject: "A sua subscrição foi retomada",
      body: "A sua subscrição ({{products}}) foi retomada. Data da próxima encomenda: {{next_order_date}}.",
      sms: "{{shop_name}}: A sua subscrição foi retomada. Data da próxima encomenda: {{next_order_date}}.",
    },
    cancelled: {
      subject: "A sua subscrição foi cancelada",
      body: "A sua subscrição ({{products}}) foi cancelada. Nada mais será cobrado.",
      sms: "{{shop_name}}: A sua subscrição foi cancelada. Nada mais será cobrado.",
    },
    skipped: {
      subject: "A sua encomenda foi saltada",
      body: "A sua encomenda de {{order_date}} foi saltada e não será cobrada.\n\nData da próxima encomenda: {{next_order_date}}.",
      sms: "{{shop_name}}: A sua encomenda de {{order_date}} foi saltada e não será cobrada.",
    },
    address: {
      subject: "A sua morada de entrega mudou",
      body: "A partir de agora, as suas encomendas seguem para: {{address}}",
      sms: "{{shop_name}}: A sua morada de entrega mudou para: {{address}}",
    },
    frequency: {
      subject: "A frequência da sua subscrição mudou",
      body: "A partir de agora: {{frequency}}. Data da próxima encomenda: {{next_order_date}}.",
      sms: "{{shop_name}}: A frequência da sua subscrição mudou: {{frequency}}.",
    },
    products: {
      subject: "A sua subscrição mudou",
      body: "A sua subscrição inclui agora: {{products}}. Valor por encomenda: {{amount}}.",
      sms: "{{shop_name}}: A sua subscrição mudou. Valor por encomenda: {{amount}}.",
    },
    card_expiring: {
      subject: "O seu cartão está prestes a expirar",
      body: "O cartão {{card}}, que paga a sua subscrição em {{shop_name}}, está prestes a expirar. Escolha outro, por favor, para que as próximas encomendas possam ser pagas.",
      sms: "{{shop_name}}: O seu cartão {{card}} está prestes a expirar. Escolha outro: {{portal_address}}",
    },
    portal_link: {
      subject: "A sua ligação para {{shop_name}}",
      body: "Use esta ligação para ver e gerir as suas subscrições em {{shop_name}}. Não precisa de palavra-passe.\n\n{{good_for}}",
    },
    button: "Abrir as minhas subscrições",
    unsubscribe: "Não receber mais lembretes por e-mail",
    stopping: {
      title: "Lembretes por e-mail",
      text: (shop) =>
        `Não deseja receber mais lembretes por e-mail de ${shop}? Continuaremos a avisar do que mudar.`,
      button: "Parar os lembretes",
      done: (shop) => `Não receberá mais lembretes por e-mail de ${shop}.`,
      again: "Voltar a receber lembretes",
    },
  }),
);
