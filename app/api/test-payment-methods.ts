import { createTestPaymentMethod } from "~/features/billing/gateway/test/test-cards.endpoints.server";
import { jsonRoute } from "~/http/faces.server";

export const { loader, action } = jsonRoute(createTestPaymentMethod);
