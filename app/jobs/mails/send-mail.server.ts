import { sendMail } from "~/features/mail/mail.service.server";
import { sendText } from "~/features/text-messages/text-messages.service.server";
import type { Task } from "~/jobs/task/task";

/** One try to send a mail; a failure that may pass makes the queue try again. */
export const sendMailTask: Task<"send-mail"> = ({ shopId, mailId }, { clock }) =>
  sendMail(shopId, mailId, clock());

/** The same of a text message. */
export const sendTextTask: Task<"send-text-message"> = ({ shopId, textMessageId }, { clock }) =>
  sendText(shopId, textMessageId, clock());
