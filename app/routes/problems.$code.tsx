import { problemPage } from "~/features/docs/problem-pages.server";

export const { loader, action } = problemPage;
