import type { FieldProblem, RefusalText } from "~/features/customer-pages/texts/portal-outcomes";

/** Portal texts for refusals, errors and links that do not work. */
export type ProblemTexts = {
  /** What was refused, and why. */
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
