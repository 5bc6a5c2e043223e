import { givenPass } from '@walkon/contracts/http/desk'
import { z } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { dollars } from '../../lib/money.ts'
import { addDays } from '../../lib/park-time.ts'
import { extendName, GIVE_NAME, receiptName, refundName, resendLinkName } from './act-names.ts'
import { sendAct, type Act } from './act.ts'
import { freeDaysWords } from './free-days.ts'
import type { Visitor } from './visitor.ts'

type Payment = Visitor['payments'][number]
type Order = Visitor['orders'][number]
/** `limit` says how many days the member may give; null without a limit. */
type Buyer = { email: string; version: number; limit: string | null }

/** Lists the acts on a visitor's money and passes, refunds first. `today`: a day that is not over in any park. */
export const listMoneyActs = (caller: Caller, visitor: Visitor, today: string): Act[] => [
  ...visitor.payments
    .filter(({ status, memberCents }) => status === 'paid' && memberCents > 0)
    .map((payment) => refund(caller, visitor, payment)),
  ...visitor.orders
    .filter(({ status }) => status === 'awaiting-confirmation')
    .map((order) => resendLink(caller, visitor, order)),
  ...giftActs(caller, visitor, today),
]

/** Lists the receipts that can be mailed again. */
export const listReceiptActs = (caller: Caller, { email, payments }: Visitor): Act[] =>
  payments
    .filter(({ status }) => status === 'paid')
    .map((payment) => ({
      name: receiptName(payment),
      confirms: () => `Resend the receipt of ${email}`,
      text: 'The receipt is mailed again to the present address of the order.',
      send: ({ reason, requestId }) => post(caller, payment, 'receipt', { reason, requestId }),
    }))

function refund(caller: Caller, { email }: Pick<Visitor, 'email'>, payment: Payment): Act {
  const { version, leftCents, memberCents } = payment
  const limit =
    memberCents < leftCents
      ? ` Your limit is ${dollars(memberCents)}: an admin refunds all ${dollars(leftCents)}.`
      : ''
  return {
    name: refundName(payment),
    confirms: ({ amountCents: asked }) => `Refund ${asked > 0 ? `${dollars(asked)} ` : ''}to ${email}`,
    text: `The money goes back the way it came. After a full refund the pass ends, and the buyer is told. You can refund a payment here once.${limit}`,
    leftCents: memberCents,
    send: ({ reason, requestId, amountCents: asked }) =>
      post(caller, payment, 'refund', { reason, requestId, version, amountCents: asked }),
  }
}

const post = (caller: Caller, { id }: Payment, path: string, body: object) =>
  sendAct(caller, z.null(), `/billing/payments/${id}/${path}`, body)

/** Lists none if billing did not say what it has of the visitor: a gift names what was seen. */
function giftActs(caller: Caller, visitor: Visitor, today: string): Act[] {
  const { email, orders, ordersVersion: version } = visitor
  if (version === undefined) return []
  const buyer = { email, version, limit: freeDaysWords(visitor) }
  return [
    ...orders
      .filter(({ status }) => status === 'fulfilled')
      .map((order) => extend(caller, buyer, order, today)),
    give(caller, buyer, today),
  ]
}

const resendLink = (caller: Caller, { email }: Pick<Visitor, 'email'>, order: Order): Act => ({
  name: resendLinkName(order),
  confirms: () => `Resend the link of ${email}`,
  text: 'Another link is mailed to the present address of the order. The pass begins when one of its links is opened; earlier ones keep working.',
  send: ({ reason, requestId }) =>
    sendAct(caller, z.null(), `/billing/orders/${order.id}/confirmation`, { reason, requestId }),
})

const extend = (caller: Caller, { email, version, limit }: Buyer, order: Order, today: string): Act => ({
  name: extendName(order),
  confirms: () => `Extend the pass of ${email}`,
  text: toText(
    `The visitor gets more days like those of the pass, by ${order.channel === 'sms' ? 'text' : 'email'}, and a mail that says so. They cost nothing and have no guarantee; the sold days keep theirs.`,
    limit,
  ),
  daysFrom: today,
  dayShown: later(today, addDays(order.dates.toSorted().at(-1) ?? today, 1)),
  send: ({ reason, requestId, dates: given }) =>
    sendAct(caller, givenPass, `/billing/passes/${order.id}/extend`, {
      reason,
      requestId,
      version,
      dates: given,
    }),
})

const give = (caller: Caller, { email, version, limit }: Buyer, today: string): Act => ({
  name: GIVE_NAME,
  confirms: () => `Give a pass to ${email}`,
  text: toText(
    'The visitor gets email alerts of a park for these days, and a mail that says so. The pass costs nothing and has no guarantee.',
    limit,
  ),
  needsPark: true,
  daysFrom: today,
  send: ({ reason, requestId, dates, parkId }) =>
    sendAct(caller, givenPass, '/billing/passes/give', { email, parkId, dates, requestId, version, reason }),
})

const toText = (effect: string, limit: string | null) => (limit === null ? effect : `${effect} ${limit}`)
const later = (one: string, other: string) => (one > other ? one : other)
