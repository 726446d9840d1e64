import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const ja = once(
  (): ReferralTexts => ({
    headline: (shop) => `${shop} からのウェルカムギフト`,
    offer: (value, shop) => `${shop} の最初の定期便が${value}になります。`,
    share: (value, shop) =>
      `${shop} の定期便を利用していて、気に入っています。このリンクから${value}になります：`,
    landing: {
      from: (name) => `${name} さんからのご招待`,
      email: "メールアドレス",
      submit: "クーポンコードを受け取る",
      terms: "クーポンコードは、このメールアドレスで、最初の定期便に一度だけお使いいただけます。",
      until: (date) => `${date}までにお使いください。`,
      doneTitle: "クーポンコードをお受け取りください",
      code: "クーポンコード",
      done: "同じメールアドレスで最初の定期便をお申し込みのうえ、ご契約の管理ページでクーポンコードを入力してください。次回のご注文から適用されます。",
      mailed: "メールでもお送りしました。",
      mailedTitle: "メールをご確認ください",
      mailedText:
        "この特典をご利用いただけるメールアドレスの場合は、クーポンコードをメールでお送りします。数分かかることがあります。迷惑メールフォルダもご確認ください。",
      toShop: "ショップへ",
      closedTitle: "この特典はご利用いただけません",
      refused: {
        unknown_token:
          "リンクが正しくないか、無効になっています。お友だちに新しいリンクを送ってもらってください。",
        programme_inactive: "現在、この特典は行われていません。",
        not_eligible: "このメールアドレスではこの特典をご利用いただけません。",
        invalid_email: "name@example.com のような形でメールアドレスを入力してください。",
        too_many: "試行回数が多すぎます。しばらくしてからもう一度お試しください。",
        fault: "問題が発生しました。少したってからもう一度お試しください。",
      },
    },
    portal: {
      title: "お友だちを招待",
      lead: (friend, own) => `お友だち：${friend}。お客様：お友だちの最初のご注文のお支払い後に${own}。`,
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
        ACCEPTED: "クーポンコードを受け取りました",
        CODE_USED: "クーポンコードを使いました",
        REWARDED: "特典が贈られました",
        REFUSED: "対象外",
      },
      reward: "お客様のクーポンコード",
      rewardGone: "現在はご利用いただけません",
      rewardedNext: "次回のご注文に適用",
      rewardTitle: "ご紹介の特典",
      entry: "お友だちを招待",
    },
    mail: {
      welcomeSubject: (shop) => `${shop} のクーポンコード`,
      welcomeText: (value, shop) => `${shop} の最初の定期便が${value}になるクーポンコードです。`,
      rewardSubject: (shop) => `${shop} をご紹介いただきありがとうございます`,
      rewardText: (value) => `ご紹介のリンクが使われました。1回のご注文が${value}になります。`,
      rewardNext: (value) => `ご紹介のリンクが使われました。次回のご注文が${value}になります。`,
      codeIs: (code) => `クーポンコード：${code}`,
    },
  }),
);
