import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const ja = once(
  (): FailureTexts => ({
    subject: (shop) => `${shop} でのお支払いが完了しませんでした`,
    endedSubject: (shop) => `${shop} でのご注文のお支払いが完了しませんでした`,
    act: "お支払い方法をご確認いただくか、別のお支払い方法をお選びください。お支払いが確認でき次第、ご注文を承ります。",
    retry: (day) =>
      `${day}に再度決済いたします。それまでに、お支払い方法の確認や変更をしていただくこともできます。`,
    blocked: "別のお支払い方法をお選びください。お支払いが確認でき次第、ご注文を承ります。",
    paused: "定期便を休止しています。いつでも再開していただけます。",
    cancelled: "そのため、定期便は解約となりました。",
    skipped: "今回のご注文はスキップされました。定期便は次回から続きます。",
    stopped: "定期便を停止しています。再開するには、別のお支払い方法をお選びください。",
  }),
);
