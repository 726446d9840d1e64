import { importErrorsDownload } from "~/features/imports/imports.endpoints.server";

export const { loader, action } = importErrorsDownload;
