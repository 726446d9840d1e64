import { mailRequestedLink } from "~/features/portal-links/portal-requests.service.server";
import type { Task } from "~/jobs/task/task";

/** Somebody asked for a portal link: checks whether they are a customer, and mails it. */
export const mailPortalLinkTask: Task<"mail-portal-link"> = (payload, { clock }) =>
  mailRequestedLink(payload, clock());
