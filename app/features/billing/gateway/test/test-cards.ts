/** History of a card before this charge. */
export type CardPast = { paid: number; declined: number; challenged: number; firstAskedAt: Date };

/** Result of a charge, and whether the answer arrives. `UNREACHABLE`: the charge itself does not arrive. */
export type CardBehaviour =
  | { result: "PAID"; isAnswerLost?: true }
  | { result: "DECLINED"; code: string }
  | { result: "CHALLENGE" }
  | { result: "UNREACHABLE" };

const PAID: CardBehaviour = { result: "PAID" };
const declined = (code: string): CardBehaviour => ({ result: "DECLINED", code });
const UNREACHABLE_FOR_MS = 3_600_000;

/** How a test card behaves, by its last four digits; any other pays. Source: wire.md §5 "Test cards". */
const CARDS: Record<string, (past: CardPast, now: Date) => CardBehaviour> = {
  "0002": () => declined("CARD_DECLINED"),
  "9995": () => declined("INSUFFICIENT_FUNDS"),
  "0341": ({ paid }) => (paid === 0 ? PAID : declined("CARD_DECLINED")),
  "0069": () => declined("EXPIRED_CARD"),
  "3155": ({ challenged }) => (challenged === 0 ? { result: "CHALLENGE" } : PAID),
  "0119": ({ declined: times }) => (times === 0 ? declined("PROCESSING_ERROR") : PAID),
  "9235": () => declined("STOLEN_CARD"),
  "5126": () => ({ result: "PAID", isAnswerLost: true }),
  "3437": ({ firstAskedAt }, now) =>
    now.getTime() < firstAskedAt.getTime() + UNREACHABLE_FOR_MS ? { result: "UNREACHABLE" } : PAID,
};

/** What each card is useful for, as shown on the test gateway's own page. */
export const TEST_CARD_CHOICES: readonly { lastDigits: string; label: string }[] = [
  { lastDigits: "4242", label: "pays" },
  { lastDigits: "0002", label: "is declined, and tried again later" },
  { lastDigits: "9995", label: "has insufficient funds" },
  { lastDigits: "0341", label: "pays once, then fails" },
  { lastDigits: "0069", label: "has expired" },
  { lastDigits: "3155", label: "needs the customer’s bank once" },
  { lastDigits: "0119", label: "fails once, then pays" },
  { lastDigits: "9235", label: "was stolen" },
  { lastDigits: "5126", label: "is charged, but the answer is lost" },
  { lastDigits: "3437", label: "cannot be reached for an hour" },
];

/** Result of charging this card now. */
export const behaveAsCard = (lastDigits: string | null, past: CardPast, now: Date): CardBehaviour =>
  CARDS[lastDigits ?? ""]?.(past, now) ?? PAID;

const MESSAGES: Record<string, string> = {
  INSUFFICIENT_FUNDS: "The card has insufficient funds.",
  EXPIRED_CARD: "The card has expired.",
  PROCESSING_ERROR: "The card could not be processed.",
  STOLEN_CARD: "The card was reported stolen.",
  AUTHENTICATION_FAILED: "The customer has told their bank not to pay.",
  AUTHENTICATION_REQUIRED: "The customer did not answer their bank.",
};

export const toDeclineMessage = (code: string): string => MESSAGES[code] ?? "The card was declined.";
