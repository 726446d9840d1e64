export { productChoicesLoader as loader } from "~/features/contract-list/contract-list-page.endpoints.server";
