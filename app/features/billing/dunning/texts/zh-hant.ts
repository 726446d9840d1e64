import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const zhHant = once(
  (): FailureTexts => ({
    subject: (shop) => `您向 ${shop} 的付款未成功`,
    endedSubject: (shop) => `您在 ${shop} 的訂單未能付款`,
    act: "請檢查您的付款方式，或選擇其他方式。付款後即會下單。",
    retry: (day) => `我們將於 ${day} 再次嘗試。在此之前，您可以檢查付款方式或選擇其他方式。`,
    blocked: "請選擇其他付款方式。付款後即會下單。",
    paused: "您的訂閱目前已暫停。您可以隨時恢復。",
    cancelled: "因此您的訂閱已被取消。",
    skipped: "本次訂單已跳過。您的訂閱將從下一筆繼續。",
    stopped: "您的訂閱已停止。請選擇其他付款方式以重新開始。",
  }),
);
