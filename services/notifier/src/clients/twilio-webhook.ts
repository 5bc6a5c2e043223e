import type { Webhook } from '@walkon/runtime/provider-webhooks'
import { createHash } from 'node:crypto'
// Not the SDK, which is loaded where texts are sent.
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import { z } from 'zod'
import type { IncomingText } from '../domain/incoming-text.ts'
import type { FailedText, Receipt } from '../domain/receipt.ts'
import { DEAD_NUMBERS, OUR_FAULTS, PASSING_FAILURES } from './twilio.ts'

/** Twilio's webhook events in its own parameters, and their meaning to us. */

/** The outcome of a text, or a text to our number. */
export type TextEvent = Receipt | FailedText | IncomingText

/** The parameter of our own in the address of a status callback. */
const DELIVERY = 'delivery'

export const toWebhookUrl = (publicUrl: string) => `${publicUrl}/webhooks/twilio`

/** Twilio's callback for the outcome of this delivery's text. */
export const toStatusUrl = (publicUrl: string, deliveryId: string) =>
  `${toWebhookUrl(publicUrl)}?${DELIVERY}=${deliveryId}`

const statusCallback = z.object({
  MessageSid: z.string().min(1),
  MessageStatus: z.string(),
  To: z.string(),
  ErrorCode: z.coerce.number().int().optional(),
  [DELIVERY]: z.uuid().optional(),
})

const incomingText = z.object({
  MessageSid: z.string().min(1),
  From: z.e164(),
  Body: z.string(),
  /** Present where Twilio's Advanced Opt-Out has handled the text, and answered it. */
  OptOutType: z.enum(['STOP', 'START', 'HELP']).optional(),
})

const PROGRESS = new Set(['accepted', 'scheduled', 'queued', 'sending', 'sent', 'delivered', 'read'])

const KEYWORDS = { STOP: 'stop', START: 'start', HELP: 'help' } as const

/**
 * Twilio signs the address that it was given and the parameters. The address is our public one, from the configuration: a request's own
 * `Host` is its sender's choice. A signature has no time, and is of names and values in a row without marks between them, which can be
 * divided into other parameters. So the event is known by the signature itself, and for years.
 */
export function twilioWebhook({ authTokens, publicUrl }: { authTokens: string[]; publicUrl: string }) {
  return {
    provider: 'twilio',
    proof: {
      by: 'signature',
      isRight: ({ 'x-twilio-signature': signature = '' }, body, query) =>
        authTokens.some((authToken) =>
          validateRequest(
            authToken,
            String(signature),
            toWebhookUrl(publicUrl) + (query && `?${query}`),
            paramsOf(body),
          ),
        ),
    },
    // The delivery's id is in the address; one form of both is stored.
    toStored: (body, query) => Buffer.from([query, body.toString('utf8')].filter(Boolean).join('&')),
    toEventId: (_body, { 'x-twilio-signature': signature = '' }) =>
      createHash('sha256').update(String(signature)).digest('hex'),
    // The progress of a text, which is most of what Twilio tells, changes nothing once the text has ended.
    isMarked: (body) => !PROGRESS.has(paramsOf(body)['MessageStatus'] ?? ''),
    isOurs: (body) => !isFromElsewhere(paramsOf(body)),
    listAddresses(body) {
      const { From = '', To = '' } = paramsOf(body)
      return [From, To].filter(Boolean)
    },
    read: readTextEvent,
  } satisfies Pick<
    Webhook<TextEvent, never>,
    'provider' | 'proof' | 'toStored' | 'toEventId' | 'isMarked' | 'isOurs' | 'listAddresses' | 'read'
  >
}

const paramsOf = (body: Buffer): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body.toString('utf8')))

/** Null for what means nothing to us. Throws for parameters without what their kind promises. */
export function readTextEvent(body: Buffer): TextEvent | null {
  const params = paramsOf(body)
  return 'MessageStatus' in params ? readReceipt(params) : readText(params)
}

/**
 * True if a text comes from a short code, a name or another network. Anyone may send one, and none answers a text of ours, which go to
 * numbers alone.
 */
const isFromElsewhere = (params: Record<string, string>): boolean =>
  !('MessageStatus' in params) && 'From' in params && !z.e164().safeParse(params['From']).success

function readText(params: Record<string, string>): IncomingText | null {
  if (isFromElsewhere(params)) return null
  const { MessageSid: providerId, From: number, Body: text, OptOutType: handled } = incomingText.parse(params)
  return { kind: 'replied', number, text, providerId, handledAs: handled ? KEYWORDS[handled] : null }
}

function readReceipt(params: Record<string, string>): Receipt | FailedText | null {
  const { MessageSid: providerId, To: address, ...told } = statusCallback.parse(params)
  const message = { deliveryId: told[DELIVERY] ?? null, providerId }
  switch (told.MessageStatus) {
    case 'sent':
      return { kind: 'accepted', ...message }
    case 'delivered':
      return { kind: 'delivered', ...message }
    case 'undelivered':
    case 'failed': {
      const code = told.ErrorCode ?? 0
      const suppress = DEAD_NUMBERS[code] ?? null
      const [mayPass, isOurFault] = [PASSING_FAILURES.has(code), OUR_FAULTS.has(code)]
      return {
        kind: 'text-failed',
        ...message,
        reason: `twilio-${code}`,
        address,
        suppress,
        mayPass,
        isOurFault,
      }
    }
    default:
      return null
  }
}
