import {
  deleteTestClock,
  getTestClock,
  putTestClock,
} from "~/features/billing/test-clock/test-clock.endpoints.server";
import { jsonRoute } from "~/http/endpoint/routes.server";

export const { loader, action } = jsonRoute(getTestClock, putTestClock, deleteTestClock);
