import { useFetcher as useRouterFetcher } from "@remix-run/react";
import { useCallback } from "react";
import { useShopMark } from "./use-shop-mark";

type Submit = Parameters<ReturnType<typeof useRouterFetcher>["submit"]>;

/** The router's fetcher; what it submits names the shop. For a form of its own: `<Form navigate={false}>`. */
export function useFetcher<T = unknown>(options?: { key?: string }) {
  const { Form: _, submit: send, ...fetcher } = useRouterFetcher<T>(options);
  const mark = useShopMark();
  const submit = useCallback(
    (target: Submit[0], { action, ...others }: NonNullable<Submit[1]> & { action: string }) =>
      send(target, { ...others, action: mark(action) }),
    [send, mark],
  );
  return { ...fetcher, submit };
}
