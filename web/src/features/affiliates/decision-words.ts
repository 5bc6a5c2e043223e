import type { AcceptAffiliate, AffiliateApplication } from '@walkon/contracts/http/affiliates'
import { ApiError } from '../../lib/api.ts'
import { dayWords } from '../../lib/day-words.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { codeTakenText } from '../../lib/new-code-entries.tsx'
import { dollars } from '../../lib/money.ts'
import { problemText } from '../../lib/problem-texts.ts'

/** The entries with which an admin accepts an application. */
export type Offer = AcceptAffiliate

const TEXTS: Record<string, ProblemText> = {
  'application-decided': {
    title: 'Already decided',
    text: 'Another admin has already decided. Please reload the page.',
  },
  'application-not-found': {
    title: 'Application gone',
    text: 'Its account was deleted. Please reload the page.',
  },
  'invalid-request': {
    title: 'Please check your entries',
    text: 'A code has two or more letters and digits, with single hyphens between them.',
  },
}

export const decisionProblem = (error: unknown): ProblemText =>
  codeTakenText(error) ?? (error instanceof ApiError ? TEXTS[error.code] : undefined) ?? problemText(error)

/** The amounts of each currency: `$15`. */
const revenueWords = (revenue: AffiliateApplication['revenue']) =>
  revenue.map(({ currency, cents }) => AMOUNTS[currency](cents)).join(' + ') || dollars(0)

const AMOUNTS = { usd: dollars } satisfies Record<
  AffiliateApplication['revenue'][number]['currency'],
  unknown
>

/** Returns the decision, and the orders and revenue of the code. */
export function decisionWords(application: AffiliateApplication): string {
  const { decision, decidedAt, promoCode, paidOrders, revenue } = application
  const on = decidedAt === null ? '' : ` ${dayWords(decidedAt)}`
  if (decision !== 'accepted') return `Declined${on}`
  const orders = `${paidOrders.toLocaleString('en-US')} paid ${paidOrders === 1 ? 'order' : 'orders'}`
  return `Accepted${on} · code ${promoCode} · ${orders}, ${revenueWords(revenue)}`
}
