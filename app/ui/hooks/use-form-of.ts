import { useNavigation } from "@remix-run/react";

/** The intent of the form that is being sent; null while none is. */
export function useSentIntent(): string | null {
  const { formAction } = useNavigation();
  return formAction ? new URL(formAction, "https://x").searchParams.get("intent") : null;
}

/**
 * The form with this intent, on a page with several.
 *
 * @param last the page's last answer
 * @returns the answer if it is to this form, and whether the form is being sent
 */
export function useFormOf<A extends { intent: string }>(intent: string, last: A | undefined) {
  return { answer: last?.intent === intent ? last : undefined, isBusy: useSentIntent() === intent };
}
