import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import type { Store } from '../state/store.ts'
import { recordEvent } from './events.ts'
import { chargeInvoice, createInvoice, withPayments } from './invoices.ts'
import { getObject, insertObject, newId, toSeconds, updateObject } from './objects.ts'
import { expand, metadata, wholeNumber } from './parameters.ts'
import type { Customer, LineItem, StripeObject, Subscription } from './shapes.ts'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Parameters of a subscription that its owner and the product may change; any other is refused. */
export const subscriptionChange = z.strictObject({
  /** Unix time in seconds; empty: it is not cancelled after all. */
  cancel_at: z.union([z.literal(''), wholeNumber]).optional(),
  cancel_at_period_end: flag.optional(),
  metadata: metadata.optional(),
  expand,
})
export const cancellation = z.strictObject({ invoice_now: flag.optional(), prorate: flag.optional(), expand })

type NewSubscription = {
  customer: Customer
  item: LineItem
  metadata: Record<string, string>
}

/** A subscription whose first month is paid. */
export function createSubscription(store: Store, asked: NewSubscription, now: Date): Subscription {
  const created = toSeconds(now)
  const { item } = asked
  const subscription: Subscription = {
    id: newId('sub'),
    object: 'subscription',
    billing_mode: { type: 'flexible' },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created,
    currency: item.price_data.currency,
    customer: asked.customer.id,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          created,
          current_period_start: created,
          current_period_end: monthAfter(created),
          price: {
            id: newId('price'),
            object: 'price',
            currency: item.price_data.currency,
            recurring: { interval: 'month', interval_count: 1 },
            type: 'recurring',
            unit_amount: item.price_data.unit_amount,
          },
          quantity: item.quantity,
        },
      ],
      has_more: false,
    },
    latest_invoice: null,
    livemode: false,
    metadata: asked.metadata,
    start_date: created,
    status: 'active',
    sandbox: { failsNext: false },
  }
  insertObject(store, subscription)
  recordEvent(store, 'customer.subscription.created', toSubscription(store, subscription), now)
  return bill(store, subscription, 'subscription_create', now)
}

/** The subscription as it is now: a period that is over is renewed. Throws Stripe's refusal. */
export function getSubscription(store: Store, id: string, now: Date): Subscription {
  let subscription = getObject(store, 'subscription', id)
  while (subscription.status === 'active' && endOf(subscription) <= toSeconds(now)) {
    const { current_period_end: over } = periodOf(subscription)
    subscription = renew(store, subscription, over, now)
  }
  return subscription
}

/** True if it ends with its current period or within it. */
export function isCancelling(subscription: Subscription): boolean {
  const { cancel_at: at, cancel_at_period_end: cancels } = subscription
  return cancels || (at !== null && at <= periodOf(subscription).current_period_end)
}

/** When it ends, or its next period begins. */
export const endOf = (subscription: Subscription): number =>
  Math.min(subscription.cancel_at ?? Infinity, periodOf(subscription).current_period_end)

/** The next period begins at that second: it is paid for, or the subscription ends where its owner has cancelled it. */
export function renew(store: Store, subscription: Subscription, startsAt: number, now: Date): Subscription {
  return store.transaction(() => {
    if (isCancelling(subscription)) return end(store, subscription, now)
    const renewed = withPeriod(subscription, startsAt)
    updateObject(store, renewed)
    const billed = bill(store, renewed, 'subscription_cycle', now)
    recordEvent(store, 'customer.subscription.updated', toSubscription(store, billed), now)
    return billed
  })
}

export function changeSubscription(
  store: Store,
  subscription: Subscription,
  { metadata: named, ...asked }: z.output<typeof subscriptionChange>,
  now: Date,
): Subscription {
  return store.transaction(() => {
    const ends = cancellationOf(subscription, asked)
    const isCancelled = ends.cancel_at_period_end || ends.cancel_at !== null
    const changed: Subscription = {
      ...subscription,
      ...ends,
      canceled_at: isCancelled ? (subscription.canceled_at ?? toSeconds(now)) : null,
      metadata: { ...subscription.metadata, ...named },
    }
    updateObject(store, changed)
    recordEvent(store, 'customer.subscription.updated', toSubscription(store, changed), now)
    return changed
  })
}

/** Flexible billing mode: the flag and the instant are two ways to cancel, and either one alone is shown. */
function cancellationOf(
  subscription: Subscription,
  { cancel_at: at, cancel_at_period_end: cancels }: z.output<typeof subscriptionChange>,
): Pick<Subscription, 'cancel_at' | 'cancel_at_period_end'> {
  if (cancels !== undefined) return { cancel_at_period_end: cancels, cancel_at: null }
  if (at !== undefined) return { cancel_at_period_end: false, cancel_at: at === '' ? null : at }
  const { cancel_at, cancel_at_period_end } = subscription
  return { cancel_at, cancel_at_period_end }
}

/** Ends the subscription now. Its unpaid invoice is collected no more. */
export function end(store: Store, subscription: Subscription, now: Date): Subscription {
  return store.transaction(() => {
    const over = toSeconds(now)
    const ended: Subscription = {
      ...subscription,
      status: 'canceled',
      canceled_at: subscription.canceled_at ?? over,
      ended_at: over,
    }
    updateObject(store, ended)
    recordEvent(store, 'customer.subscription.deleted', toSubscription(store, ended), now)
    return ended
  })
}

/** The answer of the owner's next card. A card that works pays an open invoice at once. */
export function changeCard(
  store: Store,
  subscription: Subscription,
  isDeclined: boolean,
  now: Date,
): Subscription {
  return store.transaction(() => {
    const changed: Subscription = { ...subscription, sandbox: { failsNext: isDeclined } }
    updateObject(store, changed)
    if (changed.status !== 'past_due' || changed.latest_invoice === null || isDeclined) return changed
    chargeInvoice(store, getObject(store, 'invoice', changed.latest_invoice), false, now)
    const paid: Subscription = { ...changed, status: 'active' }
    updateObject(store, paid)
    recordEvent(store, 'customer.subscription.updated', toSubscription(store, paid), now)
    return paid
  })
}

/** As the API shows it. */
export function toSubscription(store: Store, kept: Subscription, expanded: string[] = []): StripeObject {
  const { sandbox: _, ...subscription } = kept
  const { latest_invoice: invoiceId } = subscription
  const showsPayments = expanded.includes('latest_invoice.payments')
  if (invoiceId === null || !(showsPayments || expanded.includes('latest_invoice'))) return subscription
  const invoice = getObject(store, 'invoice', invoiceId)
  return { ...subscription, latest_invoice: showsPayments ? withPayments(store, invoice) : invoice }
}

/** Charges a new invoice for the current period. */
function bill(store: Store, subscription: Subscription, reason: string, now: Date): Subscription {
  const isDeclined = subscription.sandbox.failsNext
  const invoice = createInvoice(store, subscription, reason, now)
  const billed: Subscription = {
    ...subscription,
    status: isDeclined ? 'past_due' : 'active',
    latest_invoice: invoice.id,
  }
  updateObject(store, billed)
  chargeInvoice(store, invoice, isDeclined, now)
  return billed
}

export function periodOf({ items }: Subscription) {
  const [item] = items.data
  if (!item) throw new Error('A subscription has an item')
  return item
}

function withPeriod(subscription: Subscription, startsAt: number): Subscription {
  const item = {
    ...periodOf(subscription),
    current_period_start: startsAt,
    current_period_end: monthAfter(startsAt),
  }
  return { ...subscription, items: { ...subscription.items, data: [item] } }
}

/** A calendar month later; the last day of a shorter month. */
const monthAfter = (seconds: number): number =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)
    .toZonedDateTimeISO('UTC')
    .add({ months: 1 }).epochMilliseconds / 1_000
