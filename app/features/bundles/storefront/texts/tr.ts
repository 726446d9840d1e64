import { counted, once, within } from "~/lib/languages/wording";
import type { BoxTexts } from "./box-texts";

const count = (other: string) => counted("tr", { other });

export const tr = once(
  (): BoxTexts => ({
    backToShop: "Mağazaya dön",
    box: "Kutunuz",
    items: count("{n} ürün"),
    almost: "Az kaldı",
    complete: "Kutunuz tamamlandı.",
    thanks: "Kutunuz tamamlandı. Teşekkür ederiz!",
    update: "Fiyatı güncelle",
    gone: {
      title: "Bu kutu şu anda sunulmuyor",
      text: "Satıştan kalkmış olabilir ya da bağlantı eksiktir.",
    },
    nothing: "Bu kutu şu anda boş.",
    choose: {
      atLeast: count("En az {n} ürün seçin"),
      upTo: count("En fazla {n} ürün seçin"),
      exactly: count("{n} ürün seçin"),
      between: (least, most) => `${least} ile ${most} arasında ürün seçin`,
      sizes: (sizes) => `${sizes} ürün seçin`,
      any: "Ürünlerinizi seçin",
      fixed: "Bu kutuda",
      different: count("En az {n} farklı ürün"),
      others: "Diğerleri",
    },
    item: {
      soldOut: "Tükendi",
      optionFor: (title) => `Seçenek: ${title}`,
      less: (title) => `Bir eksilt: ${title}`,
      more: (title) => `Bir artır: ${title}`,
      howMany: (title) => `Adet: ${title}`,
    },
    steps: {
      title: "Adımlar",
      chosen: (number) => `${number} seçildi`,
      done: "tamam",
      next: (title) => `Sonraki: ${title}`,
    },
    order: {
      add: count("{n} ürün daha ekleyin"),
      addDifferent: count("{n} farklı ürün daha ekleyin"),
      takeOut: count("{n} ürün çıkarın"),
    },
    problem: {
      empty: "Kutunuz henüz boş.",
      soldOut: "Kutunuzdaki bir ürün tükendi. Başka bir seçenek belirleyin ya da ürünü çıkarın.",
      atLeast: (order, least) => `${order}: kutunuz için alt sınır ${least}.`,
      atMost: (order, most) => `${order}: kutunuz için üst sınır ${most}.`,
      sizes: (sizes) => `Toplam ${sizes} ürün seçin.`,
      minimum: (amount) => `İndirim öncesi en düşük kutu tutarı: ${amount}. Biraz daha ekleyin.`,
      section: (title, order) => `${title}: ${within("tr", order)}.`,
    },
    discount: {
      tiers: "Ürün sayısına göre indirimler",
      tier: (number, percent) => `${number} ve üzeri: ${percent}`,
      cheer: (order, percent) => `${order}, ${percent} indirim kazanın`,
      cheerDelivery: (order, percent) => `${order}, teslimatta ${percent} indirim kazanın`,
      save: (percent) => `${percent} indirim`,
      saved: "Kazancınız",
      before: "İndirim öncesi",
      delivery: "Teslimat indirimi",
      code: "İndirim kodu, sizin için eklendi",
    },
    often: { title: "Ne sıklıkta?", once: "Yalnızca bu sefer", each: "Her seferinde" },
    go: {
      CART: "Sepete ekle",
      CHECKOUT: "Ödemeye geç",
      CUSTOM: "Devam et",
      NONE: "Kutuyu tamamla",
    },
  }),
);
