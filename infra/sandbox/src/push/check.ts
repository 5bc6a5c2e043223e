// The package ships no types, and packages that import the sandbox compile this file too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./http-ece.d.ts" />
import type { IncomingHttpHeaders } from 'node:http'
import { decrypt } from 'http_ece'
import { errors, importJWK, jwtVerify } from 'jose'
import { z } from 'zod'
import { ecdhOf, type PushDevice } from './devices.ts'

/** A refusal in a push service's words. */
export class PushError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }

  toBody() {
    return toErrorBody(this.status, this.message)
  }
}

export const toErrorBody = (code: number, message: string) => ({ code, error: 'Push refused', message })

const MAX_BODY_BYTES = 4_096
const DAY_SECONDS = 86_400

/** RFC 8030. Values that a push service ignores, such as an unknown urgency, are refused here, so that a slip is noticed. */
const pushHeaders = z.object({
  ttl: z.string().regex(/^\d{1,8}$/, 'TTL must be a number of seconds'),
  'content-encoding': z.literal('aes128gcm', 'Content-Encoding must be aes128gcm'),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/, 'Topic must be up to 32 characters of base64url')
    .optional(),
  urgency: z.enum(['very-low', 'low', 'normal', 'high'], 'Urgency is not one of RFC 8030').optional(),
})

export type CheckedPush = { ttlSeconds: number; topic: string | null; urgency: string; payload: string }

/** Throws the refusal that a push service gives, and one of the browser's for what it could not decrypt. */
export async function checkPush(
  device: PushDevice,
  headers: IncomingHttpHeaders,
  body: Buffer,
  { origin, now }: { origin: string; now: Date },
): Promise<CheckedPush> {
  if (body.length > MAX_BODY_BYTES) throw new PushError(413, 'The payload is larger than 4096 bytes')
  const parsed = pushHeaders.safeParse(headers)
  if (!parsed.success) throw new PushError(400, parsed.error.issues[0]?.message ?? 'A header is wrong')
  await checkVapid(device, headers.authorization ?? '', { origin, now })
  const { ttl, topic = null, urgency = 'normal' } = parsed.data
  return { ttlSeconds: Number(ttl), topic, urgency, payload: open(device, body) }
}

const vapidClaims = z.object({ sub: z.string().regex(/^(mailto:.+@.+|https:\/\/.+)/), exp: z.number() })

/** RFC 8292: signed with the key that the browser subscribed with, for this push service, for a day at most. */
async function checkVapid(
  { applicationServerKey }: PushDevice,
  authorization: string,
  { origin, now }: { origin: string; now: Date },
): Promise<void> {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (token === undefined || key === undefined) throw new PushError(401, 'A VAPID authorization is required')
  if (key !== applicationServerKey) throw new PushError(403, 'The subscription was made with another key')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  try {
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ['ES256'],
      audience: origin,
      currentDate: now,
    })
    const { exp } = vapidClaims.parse(payload)
    if (exp > now.getTime() / 1_000 + DAY_SECONDS) throw new PushError(403, 'exp is more than a day ahead')
  } catch (error) {
    if (error instanceof PushError) throw error
    if (error instanceof errors.JOSEError || error instanceof z.ZodError)
      throw new PushError(403, 'The VAPID token is not valid for this push service')
    throw error
  }
}

/** RFC 8291. */
function open(device: PushDevice, body: Buffer): string {
  try {
    const options = { version: 'aes128gcm', privateKey: ecdhOf(device), authSecret: device.auth } as const
    return decrypt(body, options).toString('utf8')
  } catch {
    throw new PushError(400, 'The payload was not encrypted for this browser')
  }
}
