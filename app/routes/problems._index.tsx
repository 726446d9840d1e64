import { problemIndex } from "~/features/docs/problem-pages.server";

export const { loader, action } = problemIndex;
