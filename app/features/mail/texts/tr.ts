import { once } from "~/lib/languages/wording";
import type { MailTexts } from "./mail-text-keys";

export const tr = once(
  (): MailTexts => ({
    greeting: (name) => (name ? `Merhaba ${name},` : "Merhaba,"),
    footer: (shop) => `Bu e-postayı ${shop} aboneliğiniz nedeniyle alıyorsunuz.`,
    orCopy: "Veya bu adresi tarayıcınıza kopyalayın:",
    portalLink: {
      button: "Aboneliklerimi aç",
      goodUntil: (until) => `Bağlantının geçerlilik sonu: ${until}.`,
      once: "Yalnızca bir kez açılabilir.",
      notYou: "Bunu siz istemediniz mi? Bu e-postayı yok sayabilirsiniz. Lütfen bağlantıyı paylaşmayın.",
    },
    paymentAsked: {
      subject: (shop) => `${shop} ödeme yönteminiz`,
      heading: "Talebinizi aldık",
      text: (shop) =>
        `Ödeme yönteminizi güncellemek istediniz. ${shop} bilgilendirildi ve size ödeme sağlayıcısının bağlantısını gönderecek.`,
      notYou: (shop) => `Bunu siz istemediniz mi? Lütfen ${shop} ile iletişime geçin.`,
    },
    cardAsked: {
      subject: (shop) => `${shop} ödeme yönteminiz`,
      heading: "Lütfen ödeme yönteminizi güncelleyin",
      text: (shop) =>
        `${shop}, sonraki siparişlerinizin ödenebilmesi için aboneliğinize başka bir kart eklemenizi rica ediyor.`,
      button: "Başka kart kullan",
    },
    paymentWanted: {
      subject: (customer) => `${customer} ödeme yöntemini güncellemek istiyor`,
      heading: "Bir müşteri ödeme yöntemini güncellemek istiyor",
      text: (customer, contract) =>
        `${customer}, ${contract} numaralı sözleşmenin ödeme yöntemini güncellemek için bağlantı istedi. Lütfen satış platformundan gönderin.`,
    },
  }),
);
