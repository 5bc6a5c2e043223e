import { AppError } from '@walkon/service/errors'
import { createECDH, createHash } from 'node:crypto'
import { toPushService, type PushEndpoint } from '../../domain/push-endpoint.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'

type Subscription = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  expirationTime?: number | null | undefined
}

export const hashEndpoint = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

/** A browser's subscription. Throws `push-endpoint-refused`, and `invalid-request` for a key that is no point of the curve. */
export function toPushEndpoint(
  { endpoint, keys: { p256dh, auth }, expirationTime }: Subscription,
  { testOrigins, metrics }: { testOrigins: string[]; metrics: Pick<DeliveryMetrics, 'noteRefusedEndpoint'> },
): PushEndpoint {
  if (!toPushService(endpoint, testOrigins)) {
    metrics.noteRefusedEndpoint(URL.parse(endpoint)?.hostname ?? '')
    throw new AppError('push-endpoint-refused', 'The endpoint is not of a push service that we know')
  }
  if (!isPoint(p256dh)) throw new AppError('invalid-request', 'keys.p256dh: not a point of the curve P-256')
  const expiresAt = toDate(expirationTime ?? null)
  return { endpoint, endpointHash: hashEndpoint(endpoint), p256dh, auth, expiresAt }
}

/** True if the key can be encrypted for. Any other is refused when it is added, rather than at the first alert. */
function isPoint(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

/** Beyond it, and before the year 1, ISO 8601 has a sign that the database does not read. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z')

function toDate(milliseconds: number | null): string | null {
  if (milliseconds === null) return null
  if (milliseconds < 0 || milliseconds > LATEST_MS)
    throw new AppError('invalid-request', 'expirationTime: not an instant since 1970')
  return new Date(milliseconds).toISOString()
}
