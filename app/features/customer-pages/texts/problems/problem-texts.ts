import type { FieldProblem, RefusalText } from "~/features/customer-pages/texts/portal-outcomes";

/** What the portal says where something is not done, not found or not right, and around its links. */
export type ProblemTexts = {
  /** What was not done, and why. */
  refused: Record<RefusalText, string>;
  field: Record<FieldProblem, string>;
  summary: string;

  link: {
    expiredTitle: string;
    expired: string;
    usedTitle: string;
    used: string;
    signInTitle: string;
    signIn: string;
    email: string;
    send: string;
    sentTitle: string;
    sent: string;
    openTitle: string;
    open: string;
    openButton: string;
  };
  notFoundTitle: string;
  notFound: string;
  faultTitle: string;
  fault: string;
  requestId: string;
};
