/** Turns in a contract's life that its history records: it ended, was reactivated, or was kept by an offer. */
export const MOVES = ["ENDED", "REACTIVATED", "KEPT"] as const;
export type Move = (typeof MOVES)[number];

const runs = (side: "before" | "after", does: boolean): string =>
  `y.${side} ->> 'status' ${does ? "in" : "not in"} ('ACTIVE', 'PAUSED')`;

const CONDITIONS: Record<Move, readonly string[]> = {
  ENDED: ["y.before ? 'status'", runs("before", true), runs("after", false)],
  REACTIVATED: ["y.before ? 'status'", runs("before", false), runs("after", true)],
  KEPT: ["y.action = 'contract.kept'"],
};

/** SQL: whether the entry `y` of the history records this move. The first condition is that of an index. */
export const isMove = (move: Move): string => CONDITIONS[move].join(" and ");
