import { mailSignInLink } from "~/features/staff/sign-in-link.service.server";
import type { Task } from "~/jobs/task/task";

export const mailSignInLinkTask: Task<"mail-sign-in-link"> = (payload, { clock }) =>
  mailSignInLink(payload, clock());
