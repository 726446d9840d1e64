import { createHash, randomInt } from "node:crypto";

const COUNT = 10;
/** Without letters and digits that look alike. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 16;

/** 79 random bits in four groups: too many to guess, so that a fast hash of them is enough. */
function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** Ten codes, each of which replaces the phone once (wire.md §7). */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** Groups, spaces and case do not matter. */
export const hashRecoveryCode = (code: string): string =>
  createHash("sha256")
    .update(`recovery-code:${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")}`)
    .digest("hex");
