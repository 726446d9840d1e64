import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const zhHans = once(
  (): FailureTexts => ({
    subject: (shop) => `您向 ${shop} 的付款未成功`,
    endedSubject: (shop) => `您在 ${shop} 的订单未能付款`,
    act: "请检查您的付款方式，或选择其他方式。付款后即会下单。",
    retry: (day) => `我们将于 ${day} 再次尝试。在此之前，您可以检查付款方式或选择其他方式。`,
    blocked: "请选择其他付款方式。付款后即会下单。",
    paused: "您的订阅目前已暂停。您可以随时恢复。",
    cancelled: "因此您的订阅已被取消。",
    skipped: "本次订单已跳过。您的订阅将从下一笔继续。",
    stopped: "您的订阅已停止。请选择其他付款方式以重新开始。",
  }),
);
