import { MAX_DATES_PER_ORDER } from '@walkon/contracts/http/billing'
import { actReason } from '@walkon/contracts/http/desk'
import { catch as otherwise, object, refine, string, type output } from 'zod/mini'
import { FORM_TEXTS, type ProblemText } from '../../lib/form-texts.ts'
import { dollars } from '../../lib/money.ts'
import { daysFrom } from '../../lib/park-time.ts'
import { readMoney } from '../../lib/typed-money.ts'
import type { Act, Entered } from './act.ts'

/** An entry that a dialog does not ask for is empty. */
const entry = () => otherwise(string(), '')

/** The entries of an act's dialog, as they are typed. */
export const entriesOf = (act: Act) =>
  object({
    parkId: entry().check(refine((id) => !act.needsPark || id !== '', { error: 'park' })),
    from: entry(),
    until: entry(),
    amount: entry().check(
      refine((typed) => act.leftCents === undefined || isUpTo(act.leftCents, typed), { error: 'amount' }),
    ),
    reason: entry().check(
      refine((words) => act.hasNoReason === true || actReason.safeParse(words).success, { error: 'reason' }),
    ),
    typed: entry(),
  }).check(
    refine(({ from, until }) => act.daysFrom === undefined || isSpan(daysBetween(from, until)), {
      error: 'days',
      path: ['until'],
    }),
  )
export type Entries = output<ReturnType<typeof entriesOf>>

export const entryTextsOf = ({ leftCents = 0 }: Act): Record<string, ProblemText> => ({
  park: FORM_TEXTS.park,
  days: {
    title: 'Choose other days',
    text: `The first day or a later one, at most ${MAX_DATES_PER_ORDER} days.`,
  },
  amount: { title: 'Amount not valid', text: `Enter an amount from $0.01 to ${dollars(leftCents)}.` },
  reason: {
    title: 'Reason required',
    text: 'Please give three letters or more, without an address or a number.',
  },
})

export const toEntered = (entries: Entries): Omit<Entered, 'requestId'> => ({
  reason: entries.reason,
  amountCents: readMoney(entries.amount, 2) ?? 0,
  dates: daysBetween(entries.from, entries.until),
  parkId: entries.parkId,
})

function isUpTo(mostCents: number, typed: string): boolean {
  const cents = readMoney(typed, 2)
  return cents !== null && cents > 0 && cents <= mostCents
}

const isSpan = (days: string[]) => days.length > 0 && days.length <= MAX_DATES_PER_ORDER

const DAY_MS = 86_400_000

/** Each day from the first to the last one; none where they are no days, or in the wrong order. */
function daysBetween(from: string, until: string): string[] {
  const count = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1
  return count >= 1 ? daysFrom(from, count) : []
}
