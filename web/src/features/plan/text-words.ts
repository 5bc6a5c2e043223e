import type { PlanTexts } from '@walkon/contracts/http/plan-texts'
import { ApiError } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { problemText } from '../../lib/problem-texts.ts'

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Returns the place of the plan's alerts now, in one line. */
export function placeWords({ number, textsUsed, textsPerMonth, month, nextMonthAt }: PlanTexts): string {
  if (!number) return 'Your alerts come by email.'
  switch (number.state) {
    case 'waiting-for-yes':
      return `Answer YES to the text we sent to ${number.number}. Until then, your alerts come by email.`
    case 'stopped':
      return `${number.number} answered STOP, so your alerts come by email. Text START to our number to get texts again.`
    case 'unreachable':
      return `Our texts don’t reach ${number.number}, so your alerts come by email. Text START from it to our number to try again.`
    case 'confirmed':
      return textsUsed < textsPerMonth
        ? `Your alerts go to ${number.number} by text, in place of email.`
        : `The texts for ${MONTH.format(new Date(month))} are used up. Your alerts come by email until ${DAY.format(new Date(nextMonthAt))}.`
    default:
      return number.state satisfies never
  }
}

/** How many texts of the month are used. A budget that was made smaller can be exceeded. */
export const countWords = ({ textsUsed, textsPerMonth, month }: PlanTexts): string =>
  `${textsUsed} of ${textsPerMonth} texts used in ${MONTH.format(new Date(month))}.`

const REFUSALS: Record<string, ProblemText | undefined> = {
  'plan-required': {
    title: 'Your plan has ended',
    text: 'Texts come with the plan. Please reload the page.',
  },
  'phone-country': {
    title: 'Phone Number Not Supported',
    text: 'We can’t text numbers in this country. Use another number, or stay with email alerts.',
  },
  'text-not-sent': {
    title: 'Not texted',
    text: 'We can’t text this number right now. Please try again tomorrow.',
  },
  'too-many-numbers': {
    title: 'Too Many Phone Numbers',
    text: 'Too many numbers were entered from this network today. Please try again tomorrow.',
  },
  'no-number-waiting': {
    title: 'Nothing to ask',
    text: 'The number has answered already. Please reload the page.',
  },
  'too-many-requests': {
    title: 'That is enough for today',
    text: 'You’ve tried this as often as we allow in a day. Please try again tomorrow.',
  },
  'invalid-request': { title: 'Please reload the page', text: 'Our words about texts have changed since.' },
}

export const planTextProblem = (error: unknown): ProblemText =>
  (error instanceof ApiError ? REFUSALS[error.code] : undefined) ?? problemText(error)
