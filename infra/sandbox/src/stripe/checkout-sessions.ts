import { z } from 'zod'
import type { Store } from '../state/store.ts'
import { StripeError } from './errors.ts'
import { recordEvent } from './events.ts'
import { getObject, insertObject, newId, toSeconds, updateObject } from './objects.ts'
import { metadata, wholeNumber, expand } from './parameters.ts'
import type { Session, StripeObject } from './shapes.ts'

/** The least that Stripe charges in US dollars. */
const MIN_AMOUNT_CENTS = 50
const DAY_SECONDS = 24 * 60 * 60
const MIN_LIFE_SECONDS = 30 * 60

const lineItem = z.strictObject({
  quantity: wholeNumber.pipe(z.int().min(1)),
  price_data: z.strictObject({
    currency: z.literal('usd'),
    unit_amount: wholeNumber.pipe(z.int().min(0)),
    product_data: z.strictObject({
      name: z.string().min(1),
      description: z.string().min(1).optional(),
    }),
    recurring: z.strictObject({ interval: z.literal('month') }).optional(),
  }),
})

/** The parameters of a payment that the sandbox knows; any other is refused, so that a misspelled one is noticed. */
export const newSession = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().optional(),
  expires_at: wholeNumber.optional(),
  metadata: metadata.default({}),
  payment_intent_data: z
    .strictObject({ metadata: metadata.default({}), description: z.string().optional() })
    .optional(),
  subscription_data: z.strictObject({ metadata: metadata.default({}) }).optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  locale: z.string().optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  expand,
})
type NewSession = z.output<typeof newSession>

/** Throws Stripe's refusal. `pageUrl` is where visitors reach the sandbox's payment page. */
export function createSession(store: Store, asked: NewSession, pageUrl: string, now: Date): Session {
  checkMode(asked)
  const amount = asked.line_items.reduce((sum, item) => sum + item.quantity * item.price_data.unit_amount, 0)
  if (amount > 0 && amount < MIN_AMOUNT_CENTS) {
    throw new StripeError('The Checkout Session total amount must convert to at least 50 cents.', {
      code: 'amount_too_small',
    })
  }
  const created = toSeconds(now)
  const expiresAt = asked.expires_at ?? created + DAY_SECONDS
  if (expiresAt < created + MIN_LIFE_SECONDS || expiresAt > created + DAY_SECONDS) {
    throw new StripeError(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  }
  const id = newId('cs_test')
  const session: Session = {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: asked.cancel_url ?? null,
    client_reference_id: asked.client_reference_id ?? null,
    created,
    currency: 'usd',
    customer: null,
    customer_details: asked.customer_email ? { email: asked.customer_email } : null,
    customer_email: asked.customer_email ?? null,
    expires_at: expiresAt,
    livemode: false,
    locale: asked.locale ?? null,
    metadata: asked.metadata,
    mode: asked.mode,
    payment_intent: null,
    allowed_payment_method_types: asked.allowed_payment_method_types ?? null,
    payment_method_types: ['card'],
    payment_status: amount === 0 ? 'no_payment_required' : 'unpaid',
    status: 'open',
    subscription: null,
    success_url: asked.success_url,
    ui_mode: 'hosted_page',
    url: `${pageUrl}/${id}`,
    sandbox: {
      items: asked.line_items,
      payment: asked.payment_intent_data ?? { metadata: {} },
      subscription: asked.subscription_data ?? { metadata: {} },
    },
  }
  insertObject(store, session)
  return session
}

/** Parameters of one mode are refused in the other. */
function checkMode({ mode, line_items: items, payment_intent_data: payment, subscription_data }: NewSession) {
  const isRecurring = items.some(({ price_data: { recurring } }) => recurring)
  if (mode === 'payment' && isRecurring) {
    throw new StripeError(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'mode' },
    )
  }
  if (mode === 'subscription' && !isRecurring) {
    throw new StripeError('You must provide at least one recurring price in `subscription` mode.', {
      param: 'mode',
    })
  }
  const [foreign] = mode === 'payment' ? [subscription_data] : [payment]
  if (foreign) {
    const param = mode === 'payment' ? 'subscription_data' : 'payment_intent_data'
    throw new StripeError(`You can not pass \`${param}\` in \`${mode}\` mode.`, { param })
  }
}

/** The session as it is now: one whose time is over has expired. Throws Stripe's refusal. */
export function getSession(store: Store, id: string, now: Date): Session {
  const session = getObject(store, 'checkout.session', id, 'session')
  const isOver = session.status === 'open' && session.expires_at <= toSeconds(now)
  return isOver ? saveExpired(store, session, now) : session
}

/** Throws Stripe's refusal of a session that is not open. */
export function expireSession(store: Store, id: string, now: Date): Session {
  const session = getSession(store, id, now)
  if (session.status !== 'open') {
    throw new StripeError(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  }
  return saveExpired(store, session, now)
}

function saveExpired(store: Store, session: Session, now: Date): Session {
  return store.transaction(() => {
    const expired: Session = { ...session, status: 'expired', url: null }
    updateObject(store, expired)
    recordEvent(store, 'checkout.session.expired', toAnswer(expired), now)
    return expired
  })
}

/** As the API shows it. */
export function toAnswer({ sandbox, ...session }: Session, expanded: string[] = []): StripeObject {
  if (!expanded.includes('line_items')) return session
  const data = sandbox.items.map(({ quantity, price_data: price }, index) => ({
    id: `li_${index + 1}_${session.id}`,
    object: 'item',
    amount_subtotal: quantity * price.unit_amount,
    amount_total: quantity * price.unit_amount,
    currency: price.currency,
    description: price.product_data.name,
    quantity,
  }))
  return { ...session, line_items: { object: 'list', data, has_more: false } }
}
