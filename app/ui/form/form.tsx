import { type FormProps, Form as RouterForm, useFormAction } from "@remix-run/react";
import { forwardRef } from "react";
import { useShopMark } from "~/ui/hooks/use-shop-mark";

/** The router's form; where it posts to names the shop that the page was made for. */
export const Form = forwardRef<HTMLFormElement, FormProps>(function Form({ action, ...props }, ref) {
  const mark = useShopMark();
  const to = useFormAction(action);
  const isPost = props.method?.toLowerCase() === "post";
  return <RouterForm {...props} action={isPost ? mark(to) : action} ref={ref} />;
});
