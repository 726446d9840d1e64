import { mailRequestedLink } from "~/features/portal-links/portal-requests.service.server";
import type { Task } from "~/jobs/task/task";

/** A customer asked for a link: look whether they are one, and mail it. */
export const mailPortalLinkTask: Task<"mail-portal-link"> = (payload, { clock }) =>
  mailRequestedLink(payload, clock());
