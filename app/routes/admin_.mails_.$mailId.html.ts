import { mailHtmlDownload } from "~/features/mail/mails.endpoints.server";

export const { loader, action } = mailHtmlDownload;
