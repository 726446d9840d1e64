/** What may become of a contract that is told by its status alone: it ceased to run, or began to again. */
export const MOVES = ["ENDED", "REACTIVATED"] as const;
export type Move = (typeof MOVES)[number];

const runs = (side: "before" | "after", does: boolean): string =>
  `y.${side} ->> 'status' ${does ? "in" : "not in"} ('ACTIVE', 'PAUSED')`;

/** SQL: whether the entry `y` of the history tells of one. Its first half is the condition of an index. */
export const isMove = (move: Move): string =>
  ["y.before ? 'status'", runs("before", move === "ENDED"), runs("after", move === "REACTIVATED")].join(
    " and ",
  );
