import { givenPass } from '@walkon/contracts/http/desk'
import { z } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { dollars } from '../../lib/money.ts'
import { addDays } from '../../lib/park-time.ts'
import { sendAct, type Act } from './act.ts'
import type { Visitor } from './visitor.ts'

type Payment = Visitor['payments'][number]
type Order = Visitor['orders'][number]

/** What is put right of a visitor's money and passes. `today`: a day that is not over in any park. */
export const listMoneyActs = (caller: Caller, visitor: Visitor, today: string): Act[] => [
  ...visitor.payments.flatMap((payment) => paymentActs(caller, payment)),
  ...visitor.orders
    .filter(({ status }) => status === 'fulfilled')
    .map((order) => extend(caller, order, today)),
  give(caller, visitor, today),
]

function paymentActs(
  caller: Caller,
  { id, status, amountCents, refundedCents, owedCents, disputed }: Payment,
): Act[] {
  if (status !== 'paid') return []
  const post = (path: string, body: object) =>
    sendAct(caller, z.null(), `/billing/payments/${id}/${path}`, body)
  const named = `${dollars(amountCents)} payment ${id.slice(0, 8)}`
  const receipt: Act = {
    name: `Resend receipt of the ${named}`,
    text: 'The receipt is mailed again to the present address of the order.',
    send: ({ reason, requestId }) => post('receipt', { reason, requestId }),
  }
  const leftCents = amountCents - refundedCents
  if (disputed || owedCents !== null || leftCents <= 0) return [receipt]
  return [
    receipt,
    {
      name: `Refund the ${named}`,
      text: 'The money goes back the way it came. If all of the payment is back, its pass ends and the buyer is told. A payment is refunded here once.',
      leftCents,
      send: ({ reason, amountCents: asked }) => post('refund', { reason, amountCents: asked }),
    },
  ]
}

const extend = (caller: Caller, { id, parkName, dates, channel }: Order, today: string): Act => ({
  name: `Extend ${parkName ?? 'the pass'} of order ${id.slice(0, 8)}`,
  text: `The visitor gets more days like those of the pass, by ${channel === 'sms' ? 'text' : 'email'}, and a mail that says so. They cost nothing and have no guarantee; the sold days keep theirs.`,
  daysFrom: later(today, addDays(dates.toSorted().at(-1) ?? today, 1)),
  send: ({ reason, requestId, dates: given }) =>
    sendAct(caller, givenPass, `/billing/passes/${id}/extend`, { reason, requestId, dates: given }),
})

const give = (caller: Caller, { email }: Visitor, today: string): Act => ({
  name: 'Give a pass',
  text: 'The visitor gets email alerts of a park for these days, and a mail that says so. The pass costs nothing and has no guarantee.',
  needsPark: true,
  daysFrom: today,
  send: ({ reason, requestId, dates, parkId }) =>
    sendAct(caller, givenPass, '/billing/passes/give', { email, parkId, dates, requestId, reason }),
})

const later = (one: string, other: string) => (one > other ? one : other)
