import { createTestPaymentMethod } from "~/features/billing/gateway/test/test-cards.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(createTestPaymentMethod);
