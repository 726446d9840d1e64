import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const ja = once(
  (): ReferralTexts => ({
    headline: (shop) => `${shop} をはじめる方へのプレゼント`,
    offer: (value, shop) => `${shop} の最初の定期購入が${value}になります。`,
    share: (value, shop) =>
      `${shop} の定期購入を利用していて、気に入っています。このリンクから${value}になります:`,
    landing: {
      from: (name) => `${name} さんからのご招待`,
      email: "メールアドレス",
      submit: "コードを受け取る",
      terms: "コードは、このメールアドレスで、最初の定期購入に一度だけお使いいただけます。",
      until: (date) => `${date}までにお使いください。`,
      doneTitle: "コードをお受け取りください",
      code: "コード",
      done: "同じメールアドレスで、最初の定期購入のときに入力してください。",
      mailed: "メールでもお送りしました。",
      mailedTitle: "メールをご確認ください",
      mailedText:
        "この特典をご利用いただけるメールアドレスの場合は、コードをメールでお送りします。数分かかることがあります。迷惑メールフォルダもご確認ください。",
      toShop: "ショップへ",
      closedTitle: "この特典はご利用いただけません",
      refused: {
        unknown_token: "リンクが正しくないか、無効になっています。もう一度お受け取りください。",
        programme_inactive: "現在、この特典は行われていません。",
        not_eligible: "このメールアドレスではこの特典をご利用いただけません。",
        invalid_email: "name@example.com のような形でメールアドレスを入力してください。",
        too_many: "試行回数が多すぎます。しばらくしてからもう一度お試しください。",
        fault: "問題が発生しました。少したってからもう一度お試しください。",
      },
    },
    portal: {
      title: "お友だちを招待",
      lead: (friend, own) => `お友だち: ${friend}。お客様: お友だちの最初のご注文のお支払い後に${own}。`,
      link: "招待リンク",
      message: "送る文章",
      byMail: "メール",
      bySms: "SMS",
      qr: "招待リンクのQRコード",
      invite: {
        title: "どなたを招待しますか？",
        email: "お友だちのメールアドレス",
        hint: "こちらからメールは送りません。招待リンク入りのメールを用意しますので、お使いのメールソフトから送ってください。",
        submit: "メールを用意する",
        ready: "お友だちへのメールを用意しました。",
        open: "開いて送る",
      },
      friends: "招待したお友だち",
      none: "リンクはまだ使われていません。",
      status: {
        INVITED: "招待済み",
        ACCEPTED: "コードを受け取りました",
        CODE_USED: "コードを使いました",
        REWARDED: "特典が贈られました",
        REFUSED: "対象外",
      },
      reward: "お客様のコード",
      rewardedNext: "次回のご注文に適用",
      entry: "お友だちを招待",
    },
    mail: {
      welcomeSubject: (shop) => `${shop} のコード`,
      welcomeText: (value, shop) => `${shop} の最初の定期購入が${value}になるコードです。`,
      rewardSubject: (shop) => `${shop} をご紹介いただきありがとうございます`,
      rewardText: (value) => `ご紹介のリンクが使われました。ご注文が${value}になります。`,
      rewardNext: (value) => `ご紹介のリンクが使われました。次回のご注文が${value}になります。`,
      codeIs: (code) => `コード: ${code}`,
    },
  }),
);
