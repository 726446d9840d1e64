/**
 * How a key is now. ENDING: another has taken its place, and it still works beside it; REPLACED: it works no more.
 */
export type KeyState = "LIVE" | "ENDING" | "REPLACED" | "EXPIRED" | "REVOKED";

type Ends = { expiresAt: Date | null; revokedAt: Date | null; replacedBy: number | null };

export function toKeyState({ expiresAt, revokedAt, replacedBy }: Ends, now: Date): KeyState {
  if (revokedAt !== null) return "REVOKED";
  const isOver = expiresAt !== null && expiresAt <= now;
  if (replacedBy !== null) return isOver ? "REPLACED" : "ENDING";
  return isOver ? "EXPIRED" : "LIVE";
}
