import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Her sipariş",
  before: "Şimdiye kadar",
  after: "Bundan sonra",
  perOrder: (amount) => `Sipariş başına ${amount}`,
  choose: "Seç",
  swap: {
    title: "Bunun yerine ne istersiniz?",
    none: "Şu anda değiştirilebilecek bir ürün yok.",
    confirm: "Değiştir",
  },
  add: {
    intro: "Siz kaldırana kadar her siparişle gelir.",
    inEach: "Aboneliğinizde",
  },
  remove: {
    title: "Bu ürün kaldırılsın mı?",
    intro: "Artık hiçbir siparişle gelmeyecek.",
  },
  plan: {
    title: "Hangi plan size uygun?",
    legend: "Abonelik planı",
    none: "Ürünleriniz için başka bir plan yok.",
  },
  method: { title: "Kayıtlı başka bir yöntemle öde", use: "Bunu kullan" },
  note: {
    title: "Sonraki siparişiniz için not",
    hint: "Yalnızca bu sipariş için. Notu kaldırmak için alanı boşaltın.",
    field: "Sipariş notu",
  },
  pause: {
    action: "Bir tarihe kadar duraklat",
    title: "Ne zamana kadar duraklatmak istersiniz?",
    intro: (date) => `Sonraki siparişinizin planlanan tarihi: ${date}.`,
    field: "Siparişlerin yeniden gelebileceği tarih",
    hint: "O günden önce gönderim ve tahsilat yapılmaz.",
  },
  gone: "Bu seçenek artık mevcut değil.",
  done: {
    line_swapped: () => "Değiştirildi.",
    line_added: () => "Aboneliğinize eklendi.",
    line_removed: () => "Aboneliğinizden kaldırıldı.",
    plan_changed: () => "Planınız değiştirildi.",
    method_changed: () => "Ödeme yönteminiz değiştirildi.",
    note_saved: () => "Notunuz kaydedildi.",
    paused_until: () => "Duraklatıldı. Seçtiğiniz günden önce gönderim ve tahsilat yapılmaz.",
  },
});
