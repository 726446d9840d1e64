import { customerDataFile } from "~/features/customers/privacy/privacy.endpoints.server";

export const { loader, action } = customerDataFile;
