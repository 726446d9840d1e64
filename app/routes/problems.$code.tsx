export { problemPageLoader as loader } from "~/features/docs/problem-pages.server";
