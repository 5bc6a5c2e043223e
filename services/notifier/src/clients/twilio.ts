import type { Finding } from '@walkon/runtime/provider-lookups'
import type { Twilio as TwilioClient } from 'twilio'
import { z } from 'zod'
import type { DeliveryAnswer } from '../channels/channel.ts'
import type { SuppressionReason } from '../domain/suppression-scope.ts'
import { CERTAINLY_NOT_SENT, toNetworkReason } from './network-faults.ts'

/** Twilio's messages: its wire, its codes and what they mean to us. Its webhooks are in twilio-webhook.ts. */

export type Text = {
  deliveryId: string
  /** E.164. */
  to: string
  body: string
  /** Twilio drops the text when it could not be handed to a carrier by then. */
  validitySeconds: number
  /** The text that failed and in whose place this one goes. */
  retryOf: string | null
}

export type TwilioOptions = {
  apiUrl: string
  accountSid: string
  authToken: string
  messagingServiceSid: string
  /** Twilio's callback for the outcome of a text. */
  statusUrl: (deliveryId: string) => string
  timeoutSeconds: number
}

export type Twilio = ReturnType<typeof createTwilio>

const created = z.object({ sid: z.string().min(1) })
const shown = z.object({ status: z.string() })

/** The newest texts to a number that are looked through; more than a number is sent in a day. */
const LOOK_BACK = 200

/** The statuses of a text that will not arrive. All others may: a text that is `sent` can still be delivered. */
const OVER = new Set(['undelivered', 'failed', 'canceled'])

export function createTwilio(options: TwilioOptions) {
  const { accountSid, authToken, messagingServiceSid, statusUrl, timeoutSeconds } = options
  // Loaded where texts are sent alone: the SDK is the largest package of the product.
  const sdk = import('twilio')
  const clientOf = async (seconds: number): Promise<TwilioClient> => {
    const { default: twilio } = await sdk
    const httpClient = new twilio.RequestClient({ timeout: seconds * 1_000 })
    const client = twilio(accountSid, authToken, { httpClient })
    client.api.baseUrl = options.apiUrl
    // The SDK reads a host as product, edge and region: it would double `proxy.internal` to `proxy.internal.proxy.internal`.
    client.getHostname = (hostname) => hostname
    return client
  }
  const client = clientOf(timeoutSeconds)
  // Two requests in the time of one, because the lease of a call lasts no longer.
  const halfTimeClient = clientOf(timeoutSeconds / 2)

  async function create({ deliveryId, to, body, validitySeconds, retryOf }: Text): Promise<DeliveryAnswer> {
    const { messages } = await (retryOf === null ? client : halfTimeClient)
    try {
      const message = await messages.create({
        to,
        messagingServiceSid,
        body,
        validityPeriod: validitySeconds,
        statusCallback: statusUrl(deliveryId),
      })
      const read = created.safeParse(message)
      return read.success
        ? { kind: 'accepted', providerId: read.data.sid }
        : { kind: 'unclear', reason: 'malformed-answer' }
    } catch (error) {
      return toAnswer(error)
    }
  }

  /** Null if Twilio says that the text will not arrive. Anything else ends the retry: the text is on its way, or Twilio does not say. */
  async function findReasonAgainstRetry(sid: string): Promise<DeliveryAnswer | null> {
    try {
      const { status } = shown.parse(await (await halfTimeClient).messages(sid).fetch())
      return OVER.has(status) ? null : { kind: 'accepted', providerId: sid }
    } catch (error) {
      const answer = toAnswer(error)
      if (answer.kind === 'misconfigured') return answer
      // Nothing was sent: the question alone has failed.
      return { kind: 'retry', reason: 'reason' in answer ? answer.reason : 'malformed-answer' }
    }
  }

  return {
    /** Resolves when the SDK is there. A text that is leased before would spend its lease on it. */
    loaded: sdk,

    /** Never rejects: what went wrong is an answer too. A text in place of another is sent only if Twilio says once more that the other failed. */
    async send(text: Text): Promise<DeliveryAnswer> {
      const against = text.retryOf === null ? null : await findReasonAgainstRetry(text.retryOf)
      return against ?? (await create(text))
    },

    /** Looks for a text to this number whose body holds one of the codes, other than a failed one. Rejects when Twilio does not say. */
    async find(to: string, codes: string[], failed: string | null): Promise<Finding> {
      const { messages } = await client
      const texts = await messages.list({ to, pageSize: 100, limit: LOOK_BACK })
      const found = texts.find(({ sid, body }) => sid !== failed && codes.some((code) => body.includes(code)))
      // Only texts to one number are shown, so the answer does not tell how far behind the list is.
      return found ? { kind: 'found', providerId: found.sid } : { kind: 'absent', shownUntil: null }
    },
  }
}

/** The number will never be reached, by any text. */
export const DEAD_NUMBERS: Partial<Record<number, SuppressionReason>> = {
  21211: 'invalid', // no number
  21610: 'unsubscribed', // answered STOP
  21614: 'invalid', // not a mobile number
  21635: 'invalid', // a landline
  30005: 'invalid', // unknown
  30006: 'invalid', // a landline, or unreachable for good
}

/** Told after the acceptance, and perhaps over soon: a second text may get through. */
export const PASSING_FAILURES = new Set([
  30001, // the queue was full
  30003, // the phone was off or without signal
  30008, // unknown
  30022, // the carrier's rate
])

/** This text will never be accepted; the next one may be. */
const REFUSED = new Set([
  21408, // no permission for the region
  21602, // no body
  21612, // no route
  21617, // too long
  30004, // blocked
  30007, // filtered by a carrier
])

/** No text gets through until our account or settings are mended. Some are told with the answer, some after the acceptance. */
export const OUR_FAULTS = new Set([
  20003, // authentication
  20005, // the account is not active
  21606, // the sender is not the account's, or takes no texts
  21608, // a trial account
  21609, // the address of the callback
  21701, // no such messaging service
  21703, // the messaging service has no sender that is ready
  21704, // the messaging service has no sender
  21705, // the messaging service is not the account's
  30002, // the account is suspended
  30032, // the toll-free number is not verified
  30033, // the campaign is suspended
  30034, // the number belongs to no registered campaign
  30035, // the number's registration is under way
  63017, // the account's rate
])

/** Certainly not sent, and of use later. */
const THROTTLED = new Set([20429, 21611])

const refusal = z.object({ status: z.int(), code: z.int().optional() })
const networkFault = z.object({ code: z.string() })

function toAnswer(error: unknown): DeliveryAnswer {
  const refused = refusal.safeParse(error)
  if (refused.success) return toAnswerOfRefusal(refused.data)
  const fault = networkFault.safeParse(error)
  if (!fault.success) return { kind: 'unclear', reason: 'malformed-answer' }
  const reason = toNetworkReason(fault.data.code)
  return { kind: CERTAINLY_NOT_SENT.has(fault.data.code) ? 'retry' : 'unclear', reason }
}

function toAnswerOfRefusal({ status, code }: z.output<typeof refusal>): DeliveryAnswer {
  const reason = code ? `twilio-${code}` : `http-${status}`
  if (status === 429 || (code && THROTTLED.has(code))) return { kind: 'retry', reason }
  if (status < 400 || status >= 500 || status === 408) return { kind: 'unclear', reason }
  const suppress = code ? (DEAD_NUMBERS[code] ?? null) : null
  if (suppress || (code && REFUSED.has(code))) return { kind: 'refused', reason, suppress }
  if (!code || status === 401 || status === 403 || OUR_FAULTS.has(code))
    return { kind: 'misconfigured', reason }
  // A code that we do not know: nothing was sent, and an operator should look. It may be about this number alone, which anyone
  // can have named, so it stops no other text.
  return { kind: 'refused', reason, suppress: null, isOurFault: true }
}
