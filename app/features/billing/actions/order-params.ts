import { z } from "zod";
import { platformId, required } from "~/http/request/query-parameters";

/** The order of a JSON call, in its address. */
export const orderParams = z.object({
  id: required(
    platformId("SubscriptionBillingAttempt", { description: "The order: its `id` from top-orders." }),
  ),
});
