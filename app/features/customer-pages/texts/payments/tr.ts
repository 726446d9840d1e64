import type { PaymentTexts } from "./payment-texts";

export const payments = (): PaymentTexts => ({
  failed: (amount, date) => `${date} tarihli siparişin ${amount} tutarındaki ödemesi tamamlanamadı.`,
  act: "Lütfen kartınızı kontrol edin veya başka bir kart kullanın.",
  bank: "Bankanız bunu onaylamanızı istiyor.",
  retry: (date) =>
    `Yeniden deneyeceğimiz tarih: ${date}. Şimdi de ödeyebilir veya başka bir kart kullanabilirsiniz.`,
  checking: (amount) => `${amount} tutarındaki ödemenizi kontrol ediyoruz. Biraz sürebilir.`,
  payNow: (amount) => `Şimdi öde: ${amount}`,
  another: "Başka kart kullan",
  addCard: "Kart ekle",
  title: "Ödeme",
  intro:
    "Yeni kartı ödeme sağlayıcımızın sayfasında girer ve hemen geri dönersiniz. Açık bir ödeme varsa hemen yeniden denenir.",
  also: "Yeni kartı bu abonelikler için de kullan",
  away: "Bir süre uzak kaldınız. Ödeme sayfasında yaptıklarınız bize ulaştı. E-posta adresinizi girin, görmeniz için bir bağlantı gönderelim.",
  done: {
    pay_paid: () => "Ödendi. Teşekkürler!",
    pay_failed: () => "Ödeme tamamlanamadı.",
    pay_open: () => "Ödeme henüz onaylanmadı.",
    pay_waiting: () => "Ödemeniz işleniyor. Birazdan belli olacak.",
    card_changed: () => "Yeni kartınız kaydedildi.",
    card_kept: () => "Hiçbir şey değişmedi: kartınız öncekiyle aynı.",
    card_waiting: () => "Ödeme sağlayıcısını bekliyoruz. Yeni kartınız kısa süre içinde burada görünecek.",
    card_paid: () => "Yeni kartınız kaydedildi ve siparişiniz ödendi. Teşekkürler!",
    card_failed: () => "Yeni kartınız kaydedildi, ancak ödeme tamamlanamadı.",
    card_open: () => "Yeni kartınız kaydedildi. Bankanız ödemeyi onaylamanızı istiyor.",
  },
});
