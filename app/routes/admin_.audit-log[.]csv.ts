import { auditLogExport } from "~/features/audit-log/audit-log.endpoints.server";

export const { loader, action } = auditLogExport;
