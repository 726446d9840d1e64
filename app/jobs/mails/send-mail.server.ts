import { sendMail } from "~/features/mail/mail.service.server";
import { sendText } from "~/features/text-messages/text-messages.service.server";
import type { Task } from "~/jobs/task/task";

/** One try to send a mail; after a temporary failure the queue tries again. */
export const sendMailTask: Task<"send-mail"> = ({ shopId, mailId }, { clock }) =>
  sendMail(shopId, mailId, clock());

/** The same for a text message. */
export const sendTextTask: Task<"send-text-message"> = ({ shopId, textMessageId }, { clock }) =>
  sendText(shopId, textMessageId, clock());
