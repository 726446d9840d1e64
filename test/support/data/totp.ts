import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app shows (RFC 6238 with its defaults: SHA-1, six digits, 30 seconds). */
export const makeCode = (secret: string, now: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
