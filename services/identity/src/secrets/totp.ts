import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** One step before and after now: the clocks of phones differ, and typing takes time. */
const WINDOW_STEPS = 1
const PERIOD_SECONDS = 30

export const newSecret = () => new Secret({ size: 20 }).base32

/** The address that an authenticator app reads, and its QR code. */
export function toEnrolment(secret: string, { issuer, label }: { issuer: string; label: string }) {
  const uri = totp(secret, { issuer, label }).toString()
  return { uri, qrCode: renderSVG(uri, { ecc: 'M', border: 2 }) }
}

/** The 30-second step a code is of, or null if it is of none near now. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, window: WINDOW_STEPS, timestamp })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

const totp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })
