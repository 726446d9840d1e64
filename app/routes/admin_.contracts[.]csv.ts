import { contractExport } from "~/features/contracts/contract-export.endpoints.server";

export const { loader, action } = contractExport;
