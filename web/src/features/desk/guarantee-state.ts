import { GUARANTEED_RIDES } from '@walkon/contracts/guarantee'
import type { Likeliest } from './finding.ts'
import { listPassDays, type PassDay } from './pass-days.ts'
import { clockOf } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

/** The guarantee of the pass that is on, else of the newest that began. Null without a paid pass. Pure: the instant is an argument. */
export function guaranteeState(visitor: Visitor, now: Date): Likeliest | null {
  const pass = newestPaid(visitor, now)
  if (!pass) return null
  const { passId, endsAt } = pass
  const counts = countRides(visitor, passId)
  const decided = visitor.guarantees.find((row) => row.passId === passId && row.decision !== null)
  const state = {
    label: 'Guarantee',
    figure: String(decided?.ridesCounted ?? counts.delivered),
    unit: `of ${GUARANTEED_RIDES} rides`,
    asked: 'Do I get my money back?',
  }
  if (decided) return { ...state, ...decidedWords(decided.decision ?? '') }
  if (wentBack(visitor, pass))
    return {
      ...state,
      shape: 'none',
      answer: 'It went or goes back already, so the guarantee ends with the pass.',
    }
  const said = `${ridesWords(state.figure)} delivered as alerts that count, ${GUARANTEED_RIDES} are promised.`
  if (counts.delivered >= GUARANTEED_RIDES)
    return { ...state, shape: 'walk', answer: `Not by the guarantee: ${said}` }
  const usual =
    counts.usual > 0
      ? ` ${ridesWords(String(counts.usual))} told too, and short most of the day: ${counts.usual === 1 ? 'it does' : 'they do'} not count.`
      : ''
  const end = `${Date.parse(endsAt) > now.getTime() ? 'Its last day ends' : 'It ended'} ${clockOf(visitor)(endsAt)}`
  return {
    ...state,
    shape: 'moderate',
    answer: `Not yet decided: ${said}${usual} ${end}. With fewer then, the payment goes back by itself when the receipts are in.`,
  }
}

/** True if all that was paid for the pass was paid back, or is owed. */
const wentBack = ({ payments }: Visitor, { order }: PassDay): boolean =>
  payments.some(
    ({ orderId, amountCents, owedCents, refundedCents }) =>
      orderId === order.id && Math.max(owedCents ?? 0, refundedCents) >= amountCents,
  )

const ridesWords = (count: string) => (count === '1' ? '1 ride was' : `${count} rides were`)

function decidedWords(decision: string): Pick<Likeliest, 'shape' | 'answer'> {
  if (decision === 'kept')
    return { shape: 'walk', answer: 'Not by the guarantee: it was kept when the pass ended.' }
  if (decision === 'refund')
    return { shape: 'long', answer: 'Yes: too few rides were delivered. The payment goes back by itself.' }
  return {
    shape: 'none',
    answer: 'No: the pass was taken back before its end, so the guarantee does not hold.',
  }
}

/** The last day of the pass that is on, or began last. Gifts and free orders promise nothing. */
function newestPaid(visitor: Visitor, now: Date): PassDay | undefined {
  const paid = listPassDays(visitor).filter(({ order }) => order.totalCents > 0)
  const begun = paid.findLast(({ startsAt }) => Date.parse(startsAt) <= now.getTime())
  return begun && paid.findLast(({ passId }) => passId === begun.passId)
}

function countRides({ passAlerts, deliveryAlerts, deliveries }: Visitor, passId: string) {
  const arrived = new Set(deliveries.filter(({ state }) => state === 'delivered').map(({ id }) => id))
  const told = new Set(
    deliveryAlerts.filter(({ deliveryId }) => arrived.has(deliveryId)).map(({ alertId }) => alertId),
  )
  const ofPass = passAlerts.filter((alert) => alert.passId === passId && told.has(alert.alertId))
  const counted = new Set(ofPass.filter(({ counts }) => counts).map(({ rideId }) => rideId))
  const all = new Set(ofPass.map(({ rideId }) => rideId))
  return { delivered: counted.size, usual: all.size - counted.size }
}
