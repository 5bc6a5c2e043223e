import type { NewPromoCode } from '@walkon/contracts/http/promo-codes'
import { object, refine, regex, string, trim, type output } from 'zod/mini'
import { ApiError } from '../../lib/api.ts'
import { problemText } from '../../lib/problem-texts.ts'
import type { ProblemText } from '../../lib/form-texts.ts'

/** The form of a new promo code: its checks, and the request. */

/** Days of an admin's own clock: a code works to the end of its last one. */
const toEndOf = (day: string) => new Date(`${day}T23:59:59`)

export const ENTRY_TEXTS = {
  code: {
    title: 'Code Required',
    text: 'Use two or more letters and digits, with single hyphens between them.',
  },
  percent: { title: 'Percentage Required', text: 'Enter a whole number from 1 to 100.' },
  limit: { title: 'Not a Number', text: 'Enter a whole number from 1 on, or nothing for no limit.' },
  lastDay: { title: 'Day is over', text: 'Choose today or a later day, or none.' },
} satisfies Record<string, ProblemText>

const error = (key: keyof typeof ENTRY_TEXTS) => ({ error: key })

const limit = () => string().check(trim(), regex(/^([1-9]\d{0,8})?$/, error('limit')))

const entries = object({
  code: string().check(trim(), regex(/^[a-z0-9](-?[a-z0-9]){1,39}$/i, error('code'))),
  channel: string(),
  kind: string(),
  percent: string().check(trim()),
  maxRedemptions: limit(),
  maxRedemptionsPerEmail: limit(),
  lastDay: string().check(refine((day) => day === '' || toEndOf(day) > new Date(), error('lastDay'))),
})
export type Entries = output<typeof entries>

export const newCodeForm = entries.check(
  refine(({ kind, percent }) => kind !== 'percentage' || /^([1-9]\d?|100)$/.test(percent), {
    path: ['percent'],
    ...error('percent'),
    // Also where other entries are refused: all that is missing is said at once.
    when: () => true,
  }),
)

export function toNewCode(entered: Entries): NewPromoCode {
  return {
    code: entered.code,
    channel: entered.channel === 'sms' ? 'sms' : 'email',
    discount: toDiscount(entered),
    maxRedemptions: toLimit(entered.maxRedemptions),
    maxRedemptionsPerEmail: toLimit(entered.maxRedemptionsPerEmail),
    expiresAt: entered.lastDay === '' ? null : toEndOf(entered.lastDay).toISOString(),
  }
}

function toDiscount({ kind, percent }: Entries): NewPromoCode['discount'] {
  if (kind === 'percentage') return { kind, percent: Number(percent) }
  return { kind: kind === 'one-day' ? kind : 'all-days' }
}

const toLimit = (entered: string) => (entered === '' ? null : Number(entered))

export const creationProblem = (failure: unknown): ProblemText =>
  failure instanceof ApiError && failure.code === 'promo-code-exists'
    ? { title: 'Code Taken', text: 'There is or was a code of this name. Choose another one.' }
    : problemText(failure)
