export { problemIndexLoader as loader } from "~/features/docs/problem-pages.server";
