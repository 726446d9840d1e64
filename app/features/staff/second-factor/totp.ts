import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** Clocks of phones differ, and typing takes time: the code before and the one after count, too (RFC 6238 §5.2). */
const STEPS_AROUND = 1;

/** 160 random bits in base32 (RFC 4226 §4). */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const toTotp = (secret: string, label?: string): TOTP =>
  new TOTP({
    issuer: "Perennial",
    label,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** What an authenticator app reads from the QR code. */
export const toTotpUri = (secret: string, email: string): string => toTotp(secret, email).toString();

export const makeCode = (secret: string, now: Date): string =>
  toTotp(secret).generate({ timestamp: now.getTime() });

/**
 * Which time step a code is of; null when it is of none around now, or of one up to `lastStep`: each code counts once, and
 * none that is older than one that was used (RFC 6238 §5.2).
 */
export function findStep(secret: string, code: string, lastStep: number, now: Date): number | null {
  const delta = toTotp(secret).validate({ token: code, timestamp: now.getTime(), window: STEPS_AROUND });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
  return step > lastStep ? step : null;
}
