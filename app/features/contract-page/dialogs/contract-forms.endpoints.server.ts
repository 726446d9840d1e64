import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { noteFormsOfContract } from "~/features/notes/notes.endpoints.server";
import { submitCardAsked, submitSendOfContract } from "~/features/portal-links/issued-links.endpoints.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { toStaffForms } from "./staff-action.server";

/** All forms of the contract page, chosen by the parameter `intent`. */
export const contractPageAction = pageAction({
  ...toStaffForms(contractOperations),
  ...noteFormsOfContract,
  send_link: submitSendOfContract,
  ask_card: submitCardAsked,
});
