import type { OrderTexts } from "./order-texts";

export const orders = (): OrderTexts => ({
  orders: {
    title: "Geçmiş siparişler",
    all: "Tüm geçmiş siparişler",
    none: "Henüz geçmiş sipariş yok.",
    paid: "Ödendi",
    failed: "Ödeme başarısız",
    skipped: "Atlandı",
    number: "Sipariş",
    underWay: "Ödeme sürüyor",
    asksBank: "Bankanız bekleniyor",
    notSent: "Gönderilmedi",
    refunded: "İade edildi",
    partRefunded: (amount) => `${amount} iade edildi`,
  },
  receipt: {
    title: "Makbuz",
    paidOn: "Ödeme tarihi",
    soldBy: "Satıcı",
    subtotal: "Ara toplam",
    refund: "İade edilen",
    left: "İadelerden sonra",
    tax: "Fiyatlara geçerli vergiler dâhildir.",
    deliveries: (number) => `${number} teslimat, peşin ödendi`,
  },
  orderNow: {
    title: "Sonraki siparişinizi şimdi ister misiniz?",
    intro: (date) => `Planlanan tarih: ${date}.`,
    consequence: "Ödemeyi şimdi alır ve siparişinizi hazırlarız. Sonraki siparişler bugüne göre planlanır.",
    confirm: (total) => `Şimdi sipariş ver: ${total}`,
  },
});
