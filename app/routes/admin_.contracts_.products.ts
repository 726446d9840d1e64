export { productChoicesLoader as loader } from "~/features/contracts/contract-list-page.endpoints.server";
