import { dollars } from '../../lib/money.ts'
import { dayLabel } from '../../lib/park-time.ts'
import { extendName, refundName, resendLinkName } from './act-names.ts'
import type { Finding } from './finding.ts'
import { listPassDays, passWords } from './pass-days.ts'
import type { Clock } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

type Payment = Visitor['payments'][number]
type Order = Visitor['orders'][number]

/** Lists the findings of a visitor's orders, payments and guarantees. */
export const listMoneyFindings = (visitor: Visitor, now: Date, clock: Clock): Finding[] => [
  ...findUnconfirmed(visitor, clock),
  ...findPaidTwice(visitor, clock),
  ...findRefunds(visitor, clock),
  ...findGuaranteeRefunds(visitor),
  ...findDays(visitor, now, clock),
]

/** A paid order waits for the link in its mail if its address had an order or an account: another person could have typed the address. */
const findUnconfirmed = ({ orders, payments }: Visitor, clock: Clock): Finding[] =>
  orders
    .filter(({ status }) => status === 'awaiting-confirmation')
    .map((order): Finding => {
      const paid = payments.find(({ orderId, paidAt }) => orderId === order.id && paidAt !== null)
      const actName = resendLinkName(order)
      return paid?.paidAt
        ? {
            asked: 'I paid, and nothing is on.',
            answer: `The order of ${passWords(order)} was paid on ${clock(paid.paidAt)} and waits for the link in its mail, because the address had an order or an account before. The visitor opens that link, which can be mailed again. Unopened, the payment goes back by itself when its days are over.`,
            actName,
          }
        : {
            asked: 'I ordered, and nothing is on.',
            answer: `The free order of ${passWords(order)} was placed on ${clock(order.createdAt)} and waits for the link in its mail. The visitor opens that link, which can be mailed again.`,
            actName,
          }
    })

/** Finds two payments for the same park, way and day: the later one can go back. */
function findPaidTwice({ orders, payments }: Visitor, clock: Clock): Finding[] {
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const paid = payments
    .flatMap((payment) => {
      const order = orderOf.get(payment.orderId)
      return order && payment.paidAt !== null ? [{ payment, order, paidAt: payment.paidAt }] : []
    })
    .filter(({ payment }) => payment.leftCents > 0)
    .toSorted((one, other) => Date.parse(one.paidAt) - Date.parse(other.paidAt))
  return paid.flatMap((later, index): Finding[] => {
    const earlier = paid.slice(0, index).find(({ order }) => daysOfBoth(order, later.order).length > 0)
    if (!earlier) return []
    const sums = [earlier, later].map(
      ({ payment, paidAt }) => `${dollars(payment.amountCents)} on ${clock(paidAt)}`,
    )
    return [
      {
        asked: 'I paid twice.',
        answer: `Yes: ${sums.join(' and ')} are both for ${passWords(later.order)} on ${daysOfBoth(earlier.order, later.order).map(dayLabel).join('; ')}. The later payment can go back.`,
        actName: refundName(later.payment),
      },
    ]
  })
}

const daysOfBoth = (one: Order, other: Order): string[] =>
  one.parkName === other.parkName && one.channel === other.channel
    ? one.dates.filter((date) => other.dates.includes(date))
    : []

const findRefunds = ({ payments }: Visitor, clock: Clock): Finding[] =>
  payments.flatMap((payment): Finding[] => {
    const answer = refundWords(payment, clock)
    return answer === null ? [] : [{ asked: 'Where is my refund?', answer }]
  })

function refundWords(payment: Payment, clock: Clock): string | null {
  const { amountCents, refundedCents, owedCents, owedState, paidAt } = payment
  const ofPayment = `of the ${dollars(amountCents)} that were paid ${paidAt === null ? 'before' : `on ${clock(paidAt)}`}`
  if (owedState === 'due')
    return `${dollars((owedCents ?? 0) - refundedCents)} ${ofPayment} are being paid back: the bank is asked within minutes.`
  if (owedState === 'failed')
    return `The bank returned ${dollars(owedCents ?? 0)} ${ofPayment}. An engineer pays them another way, as docs/operations.md says under Refunds.`
  if (owedState === 'settled-by-hand')
    return `${dollars(owedCents ?? 0)} ${ofPayment} were paid back another way, because the bank had returned them.`
  return refundedCents > 0
    ? `${dollars(refundedCents)} ${ofPayment} went back the way they came. A bank shows it 5 to 10 working days later.`
    : null
}

const GUARANTEE_REFUNDS: Record<string, string> = {
  made: 'went back the way they came. A bank shows it 5 to 10 working days later.',
  failed: 'came back from the bank. An engineer pays them another way, as docs/operations.md says.',
  'settled-by-hand': 'were paid back another way, because the bank had returned them.',
}

const findGuaranteeRefunds = ({ guarantees }: Visitor): Finding[] =>
  guarantees.flatMap(({ refundState, refundCents }): Finding[] =>
    refundState === null
      ? []
      : [
          {
            asked: 'Where is the money of the guarantee?',
            answer: `${refundCents === null ? 'The payments of the pass' : dollars(refundCents)} ${GUARANTEE_REFUNDS[refundState] ?? 'are being paid back: the bank is asked within minutes.'}`,
          },
        ],
  )

/** Explains that no pass covers the present, though there are passes. */
function findDays(visitor: Visitor, now: Date, clock: Clock): Finding[] {
  const days = listPassDays(visitor)
  const begins = ({ startsAt }: { startsAt: string }) => Date.parse(startsAt) - now.getTime()
  const isNow = days.some((day) => begins(day) <= 0 && Date.parse(day.endsAt) > now.getTime())
  if (isNow || visitor.plans.some(({ state }) => state === 'active')) return []
  const next = days.find((day) => begins(day) > 0)
  const last = days.toSorted((one, other) => Date.parse(other.endsAt) - Date.parse(one.endsAt))[0]
  if (!last) return []
  const { order } = next ?? last
  const when = next
    ? `${passWords(order)} begins on ${clock(next.startsAt)}`
    : `${passWords(order)} ended on ${clock(last.endsAt)}`
  return [
    {
      asked: 'My days are wrong: nothing comes.',
      answer: `No pass covers this moment: ${when}. Ordered ${order.dates.length === 1 ? 'was' : 'were'} ${order.dates.map(dayLabel).join('; ')}. Other days can be added; the sold ones stay.`,
      actName: extendName(order),
    },
  ]
}
