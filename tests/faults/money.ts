/** What the product promises of payments, and what became of it. Pure: the suite brings both sides. */

/** A day of a park that a visitor has paid, and the rides that are short in that park from before the payment on. */
export type PaidOrder = { email: string; shortRides: string[]; boughtDuring: string }

/** What others have of an order: Stripe's books, billing's passes, and the mails that the provider accepted. */
export type Account = {
  payments: { status: string; amountCents: number; refundedCents: number; refunds: number }[]
  passes: number
  /** How often each ride was alerted. */
  alerts: Map<string, number>
  receipts: number
  refundLetters: number
}

const GUARANTEED_RIDES = 3

export const isUnmet = ({ shortRides }: { shortRides: string[] }) => shortRides.length < GUARANTEED_RIDES

/**
 * Each paid order has one pass and one alert for each short ride; where those were fewer than three rides, all that was paid went
 * back, in one refund. Returns what is otherwise, a line each.
 */
export function findProblems(order: PaidOrder, account: Account): string[] {
  const { email, shortRides } = order
  const paid = account.payments.filter(({ status }) => status === 'paid')
  const paidCents = sum(paid.map(({ amountCents }) => amountCents))
  const owed = isUnmet(order) ? { refunds: 1, cents: paidCents } : { refunds: 0, cents: 0 }
  const facts: [name: string, found: number, expected: number][] = [
    ['payments', paid.length, 1],
    ['passes', account.passes, 1],
    ...shortRides.map((ride): [string, number, number] => [
      `alerts of ${ride}`,
      account.alerts.get(ride) ?? 0,
      1,
    ]),
    ['receipts', account.receipts, 1],
    ['refunds', sum(paid.map(({ refunds }) => refunds)), owed.refunds],
    ['refunded cents', sum(paid.map(({ refundedCents }) => refundedCents)), owed.cents],
    ['letters of a refund', account.refundLetters, owed.refunds],
  ]
  return facts
    .filter(([, found, expected]) => found !== expected)
    .map(([name, found, expected]) => `${email}: ${found} ${name}, not ${expected}`)
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
