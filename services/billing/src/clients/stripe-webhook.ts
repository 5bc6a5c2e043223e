import type { Webhook } from '@walkon/runtime/provider-webhooks'
import Stripe from 'stripe'
import { z } from 'zod'

/** The object of a Stripe event. It is a hint: its state is read from Stripe itself. */
export type PaymentHint = { sessionId: string } | { paymentIntent: string } | { subscriptionId: string }

const eventShape = z.object({ id: z.string(), type: z.string(), livemode: z.boolean() })
const ofObject = z.object({ data: z.object({ object: z.object({ id: z.string() }) }) })
const ofPayment = z.object({
  data: z.object({ object: z.object({ payment_intent: z.string().nullable() }) }),
})
const ofInvoice = z.object({
  data: z.object({
    object: z.object({
      parent: z.object({ subscription_details: z.object({ subscription: z.string() }).nullish() }).nullish(),
    }),
  }),
})

/**
 * The stored part of an event: its object, and nothing of the person who pays. Events that we do not hear use these names for other things.
 */
const keptShape = eventShape.extend({
  data: z.object({
    object: z.object({
      id: z.string().optional().catch(undefined),
      payment_intent: z.string().nullish().catch(undefined),
      parent: ofInvoice.shape.data.shape.object.shape.parent.catch(undefined),
    }),
  }),
})

const SESSION_EVENTS = /^checkout\.session\./
const PAYMENT_EVENTS = /^(refund\.|charge\.(refunded|dispute\.))/
const SUBSCRIPTION_EVENTS = /^customer\.subscription\./
const INVOICE_EVENTS = /^invoice\.(paid|payment_failed)$/

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
    toStored: toKept,
    toEventId: (body) => eventShape.safeParse(toJson(body)).data?.id ?? null,
    listAddresses: (body) => listAddressesIn(toJson(body)),
    read: (body) => readHint(JSON.parse(body.toString('utf8'))),
  } satisfies Omit<Webhook<PaymentHint, never>, 'apply' | 'mayKeep' | 'onApplied'>
}

function readHint(body: unknown): PaymentHint | null {
  const { type } = eventShape.parse(body)
  if (SESSION_EVENTS.test(type)) return { sessionId: ofObject.parse(body).data.object.id }
  if (SUBSCRIPTION_EVENTS.test(type)) return { subscriptionId: ofObject.parse(body).data.object.id }
  if (INVOICE_EVENTS.test(type)) {
    const subscriptionId = ofInvoice.parse(body).data.object.parent?.subscription_details?.subscription
    return subscriptionId === undefined ? null : { subscriptionId }
  }
  if (!PAYMENT_EVENTS.test(type)) return null
  const { payment_intent: paymentIntent } = ofPayment.parse(body).data.object
  return paymentIntent === null ? null : { paymentIntent }
}

/** An event that cannot be read is kept as it came, so that it can be replayed once the cause is mended. */
function toKept(body: Buffer): Buffer {
  try {
    const event: unknown = JSON.parse(body.toString('utf8'))
    readHint(event)
    return Buffer.from(JSON.stringify(keptShape.parse(event)))
  } catch {
    return body
  }
}

function toJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** No address is longer than 254: without that bound, a long text is read to its end from each of its characters. */
const ADDRESS = /[^\s"'<>,;]{1,254}@[^\s"'<>,;]+/g

/** Every text of the body that looks like an address, in any field. */
function listAddressesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(ADDRESS) ?? []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, within]) => [
    ...listAddressesIn(name),
    ...listAddressesIn(within),
  ])
}
