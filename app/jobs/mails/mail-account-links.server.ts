import { passwordReset } from "~/features/staff/account/password-reset.service.server";
import { mailLink } from "~/features/staff/sign-in/mailed-links.service.server";
import { signInLink } from "~/features/staff/sign-in/sign-in-link.service.server";
import type { Task } from "~/jobs/task/task";

export const mailSignInLinkTask: Task<"mail-sign-in-link"> = (payload, { clock }) =>
  mailLink(signInLink, payload, clock());

export const mailPasswordResetTask: Task<"mail-password-reset"> = (payload, { clock }) =>
  mailLink(passwordReset, payload, clock());
