import { contractExport } from "~/features/contract-list/contract-export.endpoints.server";

export const { loader, action } = contractExport;
