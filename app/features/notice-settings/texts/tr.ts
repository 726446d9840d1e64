import { once } from "~/lib/languages/wording";
import type { NoticeTexts } from "./notice-texts";

export const tr = once(
  (): NoticeTexts => ({
    created: {
      subject: "{{shop_name}} aboneliğiniz",
      body: "Aboneliğiniz için teşekkür ederiz: {{products}}.\n\nSonraki sipariş tarihi: {{next_order_date}}.",
      sms: "{{shop_name}}: Aboneliğiniz için teşekkür ederiz. Sonraki sipariş tarihi: {{next_order_date}}.",
    },
    upcoming_order: {
      subject: "{{shop_name}} siparişiniz yaklaşıyor",
      body: "Sonraki siparişinizi yakında hazırlıyoruz: {{products}}.\n\nSipariş tarihi: {{order_date}}. Tutar: {{amount}}.\n\nSiparişinizi hâlâ değiştirebilir veya atlayabilirsiniz.",
      sms: "{{shop_name}}: Sonraki siparişinizi hazırlıyoruz. Tarih: {{order_date}}. Tutar: {{amount}}. Hâlâ değiştirebilir veya atlayabilirsiniz.",
    },
    order_paid: {
      subject: "{{shop_name}} siparişiniz",
      body: "Ödemenizi ({{products}}) aldık. Siparişiniz ({{order_name}}) hazırlanıyor.\n\nSonraki sipariş tarihi: {{next_order_date}}.",
      sms: "{{shop_name}}: Ödemenizi aldık. Siparişiniz ({{order_name}}) hazırlanıyor.",
    },
    payment_failed: {
      subject: "{{what_happened}}",
      body: "{{shop_name}} aboneliğinizin ödemesini alamadık.\n\n{{what_to_do}}",
      sms: "{{what_happened}}: {{portal_address}}",
    },
    paused: {
      subject: "Aboneliğiniz duraklatıldı",
      body: "Aboneliğiniz ({{products}}) duraklatıldı. Devam ettirilene kadar tahsilat yapılmaz.",
      sms: "{{shop_name}}: Aboneliğiniz duraklatıldı. Devam ettirilene kadar tahsilat yapılmaz.",
    },
    resumed: {
      subject: "Aboneliğiniz devam ediyor",
      body: "Aboneliğiniz ({{products}}) devam ediyor. Sonraki sipariş tarihi: {{next_order_date}}.",
      sms: "{{shop_name}}: Aboneliğiniz devam ediyor. Sonraki sipariş tarihi: {{next_order_date}}.",
    },
    cancelled: {
      subject: "Aboneliğiniz iptal edildi",
      body: "Aboneliğiniz ({{products}}) iptal edildi. Artık tahsilat yapılmaz.",
      sms: "{{shop_name}}: Aboneliğiniz iptal edildi. Artık tahsilat yapılmaz.",
    },
    skipped: {
      subject: "Siparişiniz atlandı",
      body: "Siparişiniz ({{order_date}}) atlandı; bu sipariş için tahsilat yapılmaz.\n\nSonraki sipariş tarihi: {{next_order_date}}.",
      sms: "{{shop_name}}: Siparişiniz ({{order_date}}) atlandı; bu sipariş için tahsilat yapılmaz.",
    },
    address: {
      subject: "Teslimat adresiniz değişti",
      body: "Siparişleriniz artık şu adrese gönderilecek: {{address}}",
      sms: "{{shop_name}}: Teslimat adresiniz değişti. Yeni adres: {{address}}",
    },
    frequency: {
      subject: "Aboneliğinizin sıklığı değişti",
      body: "Yeni sıklık: {{frequency}}. Sonraki sipariş tarihi: {{next_order_date}}.",
      sms: "{{shop_name}}: Aboneliğinizin sıklığı değişti: {{frequency}}.",
    },
    products: {
      subject: "Aboneliğiniz değişti",
      body: "Aboneliğinizin yeni içeriği: {{products}}. Sipariş başına tutar: {{amount}}.",
      sms: "{{shop_name}}: Aboneliğiniz değişti. Sipariş başına tutar: {{amount}}.",
    },
    card_expiring: {
      subject: "Kartınızın süresi dolmak üzere",
      body: "{{shop_name}} aboneliğinizi ödediğiniz kartın ({{card}}) süresi dolmak üzere. Sonraki siparişlerinizin ödenebilmesi için lütfen başka bir kart seçin.",
      sms: "{{shop_name}}: Kartınızın ({{card}}) süresi dolmak üzere. Başka bir kart seçin: {{portal_address}}",
    },
    portal_link: {
      subject: "{{shop_name}} bağlantınız",
      body: "Bu bağlantıyla {{shop_name}} aboneliklerinizi görüntüleyip yönetebilirsiniz. Şifre gerekmez.\n\n{{good_for}}",
    },
    button: "Aboneliklerimi aç",
    unsubscribe: "E-postayla hatırlatma almak istemiyorum",
    stopping: {
      title: "E-postayla hatırlatmalar",
      text: (shop) =>
        `${shop} tarafından e-postayla gönderilen hatırlatmaları durdurmak ister misiniz? Değişiklikleri size yine bildireceğiz.`,
      button: "Hatırlatmaları durdur",
      done: (shop) => `Artık ${shop} tarafından e-postayla hatırlatma gönderilmeyecek.`,
      again: "Yeniden hatırlatma al",
    },
  }),
);
