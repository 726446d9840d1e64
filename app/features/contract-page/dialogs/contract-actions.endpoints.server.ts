import { toStaffForms } from "~/features/contract-page/dialogs/staff-action.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { submitSendOfContract } from "~/features/portal-links/issued-links.endpoints.server";
import { pageAction } from "~/http/endpoint/routes.server";

/** All forms of the contract page, told apart by `intent`. */
export const contractPageAction = pageAction({
  ...toStaffForms(contractOperations),
  send_link: submitSendOfContract,
});
