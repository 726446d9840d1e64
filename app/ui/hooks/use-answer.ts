import { useActionData, useLocation } from "@remix-run/react";
import { useState } from "react";

/**
 * The answer of this route's action to the last form sent, until the person goes elsewhere or sends another. The
 * router's own `useActionData` forgets it as soon as the page reads its data again, which a page that follows changes
 * does by itself (use-live.ts): a refusal would be gone before anybody had read it.
 */
export function useAnswer<T>(): ReturnType<typeof useActionData<T>> {
  const answer = useActionData<T>();
  const { key } = useLocation();
  const [last, setLast] = useState({ key, answer });
  if (answer !== undefined && (answer !== last.answer || key !== last.key)) setLast({ key, answer });
  return answer ?? (key === last.key ? last.answer : undefined);
}
