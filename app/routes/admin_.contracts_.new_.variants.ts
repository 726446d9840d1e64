export { variantChoicesLoader as loader } from "~/features/new-contract/new-contract.endpoints.server";
