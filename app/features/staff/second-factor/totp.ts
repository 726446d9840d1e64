import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** Clocks of phones differ, and typing takes time: the previous and the next code are accepted, too (RFC 6238 §5.2). */
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

/** Content of the QR code for an authenticator app. */
export const toTotpUri = (secret: string, email: string): string => toTotp(secret, email).toString();

/**
 * The time step of a code; null when it is not a present one, or not later than `lastStep`: each code works once, and
 * none that is older than one already used (RFC 6238 §5.2).
 */
export function findStep(secret: string, code: string, lastStep: number, now: Date): number | null {
  const delta = toTotp(secret).validate({ token: code, timestamp: now.getTime(), window: STEPS_AROUND });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
  return step > lastStep ? step : null;
}
