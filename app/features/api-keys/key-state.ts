/**
 * A key's state. ENDING: another has replaced it, and both work; REPLACED: it no longer works.
 */
export type KeyState = "LIVE" | "ENDING" | "REPLACED" | "EXPIRED" | "REVOKED";

type Ends = { expiresAt: Date | null; revokedAt: Date | null; replacedBy: number | null };

export function toKeyState({ expiresAt, revokedAt, replacedBy }: Ends, now: Date): KeyState {
  if (revokedAt !== null) return "REVOKED";
  const isOver = expiresAt !== null && expiresAt <= now;
  if (replacedBy !== null) return isOver ? "REPLACED" : "ENDING";
  return isOver ? "EXPIRED" : "LIVE";
}
