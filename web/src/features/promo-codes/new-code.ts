import type { NewPromoCode } from '@walkon/contracts/http/promo-codes'
import { object, refine, regex, string, trim, type output } from 'zod/mini'
import { codeTakenText, isPercent, NEW_CODE_TEXTS, newCodeEntries } from '../../lib/new-code-entries.tsx'
import { problemText } from '../../lib/problem-texts.ts'
import type { ProblemText } from '../../lib/form-texts.ts'

/** The form of a new promo code: its checks, and the request. */

/** Days of an admin's own clock: a code works to the end of its last one. */
const toEndOf = (day: string) => new Date(`${day}T23:59:59`)

export const ENTRY_TEXTS = {
  ...NEW_CODE_TEXTS,
  limit: { title: 'Not a Number', text: 'Enter a whole number from 1 on, or nothing for no limit.' },
  lastDay: { title: 'Day is over', text: 'Choose today or a later day, or none.' },
} satisfies Record<string, ProblemText>

const error = (key: keyof typeof ENTRY_TEXTS) => ({ error: key })

const limit = () => string().check(trim(), regex(/^([1-9]\d{0,8})?$/, error('limit')))

const entries = object({
  ...newCodeEntries,
  kind: string(),
  percent: string().check(trim()),
  maxRedemptions: limit(),
  maxRedemptionsPerEmail: limit(),
  lastDay: string().check(refine((day) => day === '' || toEndOf(day) > new Date(), error('lastDay'))),
})
export type Entries = output<typeof entries>

export const newCodeForm = entries.check(
  refine(({ kind, percent }) => kind !== 'percentage' || isPercent(percent), {
    path: ['percent'],
    ...error('percent'),
    // Also where other entries are refused: all that is missing is said at once.
    when: () => true,
  }),
)

export function toNewCode(entered: Entries): NewPromoCode {
  return {
    code: entered.code,
    channel: entered.channel,
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
  codeTakenText(failure) ?? problemText(failure)
