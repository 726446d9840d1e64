import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const tr = once(
  (): ReferralTexts => ({
    headline: (shop) => `${shop} hoş geldiniz hediyesi`,
    offer: (value, shop) => `İlk ${shop} aboneliğinizde ${value} kazanın.`,
    share: (value, shop) => `${shop} aboneliğimden memnunum. Bağlantımla ${value} kazan:`,
    landing: {
      from: (name) => `${name} sizi davet ediyor`,
      email: "E-posta adresiniz",
      submit: "Kodumu al",
      terms: "Kod, bu e-posta adresiyle ilk aboneliğinizde bir kez geçerlidir.",
      until: (date) => `Son kullanma tarihi: ${date}.`,
      doneTitle: "İşte kodunuz",
      code: "Kodunuz",
      done: "İlk aboneliğinizi aynı e-posta adresiyle başlatın, ardından kodu aboneliğinizi yönettiğiniz sayfada girin. Sonraki siparişinizden itibaren geçerlidir.",
      mailed: "E-postayla da gönderdik.",
      mailedTitle: "Gelen kutunuzu kontrol edin",
      mailedText:
        "Bu teklif e-posta adresiniz için geçerliyse kodunuz yolda. Birkaç dakika sürebilir; lütfen spam klasörünüze de bakın.",
      toShop: "Mağazayı ziyaret et",
      closedTitle: "Bu teklif mevcut değil",
      refused: {
        unknown_token: "Bu bağlantı eksik veya artık geçerli değil. Lütfen arkadaşınızdan yenisini isteyin.",
        programme_inactive: "Bu teklif şu anda mevcut değil.",
        not_eligible: "Bu teklif bu e-posta adresiyle kullanılamaz.",
        invalid_email: "Lütfen ad@example.com gibi bir e-posta adresi girin.",
        too_many: "Çok fazla deneme yapıldı. Lütfen daha sonra yeniden deneyin.",
        fault: "Bir sorun oluştu. Lütfen birazdan yeniden deneyin.",
      },
    },
    portal: {
      title: "Arkadaş davet et",
      lead: (friend, own) =>
        `Arkadaşınız ${friend} kazanır. İlk siparişi ödendiğinde siz ${own} kazanırsınız.`,
      link: "Bağlantınız",
      message: "Paylaşılacak mesaj",
      byMail: "E-posta",
      bySms: "SMS",
      qr: "Bağlantınızın QR kodu",
      invite: {
        title: "Kimi davet etmek istersiniz?",
        email: "Arkadaşınızın e-posta adresi",
        hint: "Biz bir şey göndermeyiz. Bağlantınızı içeren bir e-posta hazırlarız, siz kendi posta uygulamanızdan gönderirsiniz.",
        submit: "E-postayı hazırla",
        ready: "Arkadaşınıza gidecek e-posta hazır.",
        open: "Aç ve gönder",
      },
      friends: "Arkadaşlarınız",
      none: "Bağlantınızı henüz kimse kullanmadı.",
      status: {
        INVITED: "Davet edildi",
        ACCEPTED: "Kodu aldı",
        CODE_USED: "Kodu kullandı",
        REWARDED: "Ödülünüzü aldınız",
        REFUSED: "Sayılmadı",
      },
      reward: "Kodunuz",
      rewardGone: "Artık geçerli değil",
      rewardedNext: "Sonraki siparişinizde",
      rewardTitle: "Tavsiye ödülü",
      entry: "Arkadaş davet et",
    },
    mail: {
      welcomeSubject: (shop) => `${shop} kodunuz`,
      welcomeText: (value, shop) => `İlk ${shop} aboneliğinizde ${value} için kodunuz.`,
      rewardSubject: (shop) => `${shop} tavsiyeniz için teşekkürler`,
      rewardText: (value) => `Bir arkadaşınız bağlantınızı kullandı. Bir siparişte ${value} kazandınız.`,
      rewardNext: (value) =>
        `Bir arkadaşınız bağlantınızı kullandı. Sonraki siparişinizde ${value} kazandınız.`,
      codeIs: (code) => `Kodunuz: ${code}`,
    },
  }),
);
