import { toStaffForms } from "~/features/contract-actions/staff-act.server";
import { contractOperations } from "~/features/contracts/operations/contract-operations.server";
import { submitSendOfContract } from "~/features/portal-access/issued-links.endpoints.server";
import { pageAction } from "~/http/faces.server";

/** All forms of the contract page, told apart by `intent`. */
export const contractPageAction = pageAction({
  ...toStaffForms(contractOperations),
  send_link: submitSendOfContract,
});
