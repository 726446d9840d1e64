import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const ja = once(
  (): FailureTexts => ({
    subject: (shop) => `${shop} のお支払いが完了できませんでした`,
    endedSubject: (shop) => `${shop} のご注文のお支払いを確認できませんでした`,
    act: "お支払い方法をご確認いただくか、別のお支払い方法をお選びください。お支払いが確認でき次第、ご注文を承ります。",
    retry: (day) =>
      `${day}に再度お手続きいたします。それまでに、お支払い方法の確認や変更をしていただくこともできます。`,
    blocked: "別のお支払い方法をお選びください。お支払いが確認でき次第、ご注文を承ります。",
    paused: "定期購入を一時停止しています。いつでも再開していただけます。",
    cancelled: "そのため、定期購入は解約となりました。",
    skipped: "今回のご注文は見送りとなりました。定期購入は次回から続きます。",
    stopped: "定期購入を停止しています。再開するには、別のお支払い方法をお選びください。",
  }),
);
