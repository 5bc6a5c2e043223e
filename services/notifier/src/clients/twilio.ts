import type { Finding } from '@walkon/runtime/provider-lookups'
import twilio from 'twilio'
import { z } from 'zod'
import type { DeliveryAnswer } from '../channels/channel.ts'
import type { SuppressionReason } from '../domain/suppression.ts'
import { CERTAINLY_NOT_SENT, toNetworkReason } from './network-faults.ts'

/** Twilio's messages: its wire, its codes and what they mean to us. Its webhooks are in twilio-webhook.ts. */

export type Text = {
  deliveryId: string
  /** E.164. */
  to: string
  body: string
  /** Twilio drops the text when it could not be handed to a carrier by then. */
  validitySeconds: number
}

export type TwilioOptions = {
  apiUrl: string
  accountSid: string
  authToken: string
  messagingServiceSid: string
  /** Where Twilio tells what became of a text. */
  statusUrl: (deliveryId: string) => string
  timeoutSeconds: number
}

export type Twilio = ReturnType<typeof createTwilio>

const created = z.object({ sid: z.string().min(1) })

/** So many of the newest texts to a number are looked through; more than a number is sent in a day. */
const LOOK_BACK = 200

export function createTwilio(options: TwilioOptions) {
  const { accountSid, authToken, messagingServiceSid, statusUrl, timeoutSeconds } = options
  const httpClient = new twilio.RequestClient({ timeout: timeoutSeconds * 1_000 })
  const client = twilio(accountSid, authToken, { httpClient })
  client.api.baseUrl = options.apiUrl

  return {
    /** Never rejects: what went wrong is an answer too. */
    async send({ deliveryId, to, body, validitySeconds }: Text): Promise<DeliveryAnswer> {
      try {
        const message = await client.messages.create({
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
    },

    /** Looks for a text to this number whose body holds one of the codes. Rejects when Twilio does not say. */
    async find(to: string, codes: string[]): Promise<Finding> {
      const texts = await client.messages.list({ to, pageSize: 100, limit: LOOK_BACK })
      const found = texts.find(({ body }) => codes.some((code) => body.includes(code)))
      // Only texts to one number are shown, so the answer does not tell how far behind the list is.
      return found ? { kind: 'found', providerId: found.sid } : { kind: 'absent', shownUntil: null }
    },
  }
}

/** The number will never be reached, whatever is sent. */
export const DEAD_NUMBERS: Partial<Record<number, SuppressionReason>> = {
  21211: 'invalid', // no number
  21610: 'unsubscribed', // answered STOP
  21614: 'invalid', // not a mobile number
  21635: 'invalid', // a landline
  30005: 'invalid', // unknown
  30006: 'invalid', // a landline, or unreachable for good
}

/** This text will never be accepted; the next one may be. */
const REFUSED = new Set([
  21408, // no permission for the region
  21602, // no body
  21612, // no route
  21617, // too long
  30004, // blocked
  30007, // filtered by a carrier
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
  // 20003, 21606, 30034, 63017 and codes we do not know: nothing was sent, and an operator should look.
  return { kind: 'misconfigured', reason }
}
