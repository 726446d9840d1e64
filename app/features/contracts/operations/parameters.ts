import { platformId, required, uuidOf } from "~/http/request/query-parameters";

/** Parameters of operations on a contract; `…Parameter` where it may also stand in the body. */
export const contractIdParameter = platformId("SubscriptionContract", { description: "The contract." });
export const contractId = required(contractIdParameter);

export const lineIdParameter = uuidOf("SubscriptionLine", {
  description: "The line: its id, or the uuid at the id's end.",
});
export const lineId = required(lineIdParameter);
