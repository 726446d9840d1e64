import { followLoader } from "~/features/live/live.endpoints.server";

export const loader = followLoader;
