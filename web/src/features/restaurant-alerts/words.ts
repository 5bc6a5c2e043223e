import type {
  PendingReason,
  PreferredTime,
  ToldTable,
  ToldTableState,
} from '@walkon/contracts/http/restaurant-alerts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { dayLabel } from '../../lib/park-time.ts'
import { plannerProblem } from '../../lib/planner-words.ts'
import { timeWords } from '../../lib/time-words.ts'
import { isVague } from '../../lib/vague-failure.ts'
import type { Look } from '../../ui/board-line.tsx'

/** The texts of companion, sections 5 and 8. */
export const LOGIN_REQUIRED: ProblemText = {
  title: 'Authentication required',
  text: 'Please log in to create restaurant alerts',
}
export const MISSING_INFORMATION: ProblemText = {
  title: 'Missing information',
  text: 'Please select a park and enter a valid email address',
}
export const MISSING_RESTAURANT: ProblemText = {
  title: 'Missing restaurant',
  text: 'Please select a restaurant',
}
export const MISSING_DATES: ProblemText = {
  title: 'Missing dates',
  text: 'Please select at least one date',
}

/** The subject of the list `restaurants`. */
export const ABOUT = 'tables that come free'

/** Returns the words for a failure, under a title that names the part of the page. */
export const under =
  (title: string) =>
  (error: unknown): ProblemText => ({ title, text: plannerProblem(error).text })

/** The words of the refusal, or the document's title where nothing better is known. */
export const creationProblem = (error: unknown): ProblemText =>
  isVague(error) ? under('Alert Creation Error')(error) : plannerProblem(error)

export const MEALS: Record<PreferredTime, string> = {
  breakfast: 'Breakfast',
  lunch: 'Lunch',
  dinner: 'Dinner',
  any: 'Any',
}

export const PENDING: Record<PendingReason, string> = {
  'no-provider': 'Nobody publishes this restaurant’s tables yet. Your alert waits until someone does.',
  'not-asked': 'We’re finding out who publishes its tables.',
}

/** The states of a table that a mail told of: in a line, and in full. */
export const STATES: Record<ToldTableState, Look & { text: string }> = {
  free: { band: 'short', word: 'Free', room: 2, text: 'Free when we last looked' },
  gone: { band: 'closed', word: 'Gone', room: 4, text: 'Gone' },
  past: { band: 'none', word: 'Too late', room: 4, text: 'Too late now' },
  unwatched: { band: 'none', word: 'Not checked', room: 4, text: 'Not checked lately' },
}

/** Its figures and their unit: "6:30", "pm"; of a walk-up table the wait, which was read when it came free. */
export const figuresOf = ({ time, waitMinutes }: ToldTable): string[] =>
  time === null ? [String(waitMinutes ?? 0), 'min'] : timeWords(time).split(' ')

/** "Thu, Nov 26". */
export const dayOf = ({ date, time }: ToldTable): string =>
  time === null ? `Walk in on ${dayLabel(date)}, the wait when we wrote` : dayLabel(date)
