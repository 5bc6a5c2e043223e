import type { Webhook } from '@walkon/runtime/provider-webhooks'
import Stripe from 'stripe'
import { z } from 'zod'

/** What an event of Stripe is about. It is a hint: what has become of the payment is asked of Stripe itself. */
export type PaymentHint = { sessionId: string } | { paymentIntent: string }

const eventShape = z.object({ id: z.string(), type: z.string(), livemode: z.boolean() })
const ofSession = z.object({ data: z.object({ object: z.object({ id: z.string() }) }) })
const ofPayment = z.object({
  data: z.object({ object: z.object({ payment_intent: z.string().nullable() }) }),
})

const SESSION_EVENTS = /^checkout\.session\./
const PAYMENT_EVENTS = /^(refund\.|charge\.(refunded|dispute\.))/

/** Believes what one of the secrets has signed within the last five minutes, of the mode that our key is of. */
export function stripeWebhook({ secretKey, secrets }: { secretKey: string; secrets: string[] }) {
  const { webhooks } = new Stripe(secretKey)
  const isLive = /^[sr]k_live_/.test(secretKey)
  const isSigned = (body: Buffer, signature: string, secret: string): boolean => {
    try {
      return webhooks.constructEvent(body, signature, secret).livemode === isLive
    } catch {
      return false
    }
  }
  return {
    provider: 'stripe',
    proof: {
      by: 'signature',
      isRight: (headers, body) => {
        const signature = headers['stripe-signature']
        return typeof signature === 'string' && secrets.some((secret) => isSigned(body, signature, secret))
      },
    },
    toEventId: (body) => eventShape.safeParse(toJson(body)).data?.id ?? null,
    listAddresses: (body) => listAddressesIn(toJson(body)),
    read: (body) => readHint(JSON.parse(body.toString('utf8'))),
  } satisfies Omit<Webhook<PaymentHint, never>, 'apply' | 'mayKeep' | 'onApplied'>
}

function readHint(body: unknown): PaymentHint | null {
  const { type } = eventShape.parse(body)
  if (SESSION_EVENTS.test(type)) return { sessionId: ofSession.parse(body).data.object.id }
  if (!PAYMENT_EVENTS.test(type)) return null
  const { payment_intent: paymentIntent } = ofPayment.parse(body).data.object
  return paymentIntent === null ? null : { paymentIntent }
}

function toJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** Every text of the body that looks like an address, in any field. */
function listAddressesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(/[^\s"'<>,;]+@[^\s"'<>,;]+/g) ?? []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, within]) => [
    ...listAddressesIn(name),
    ...listAddressesIn(within),
  ])
}
