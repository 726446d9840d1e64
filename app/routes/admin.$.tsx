import { pageNotFound } from "~/features/health/not-found.pages.server";

export { pageNotFound as loader, pageNotFound as action };

export default function NotFound() {
  return null;
}
