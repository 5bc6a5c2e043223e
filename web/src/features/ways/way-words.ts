import type { WAY_CODES } from '@walkon/contracts/http/notifier-codes'
import type { Way } from '@walkon/contracts/http/ways'
import { ApiError } from '../../lib/api.ts'
import { failureWords } from '../../lib/failure-words.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { problemText } from '../../lib/problem-texts.ts'
import type { WayCall } from './queries.ts'

/** How a way stands, in plain words. */
export function wayWords(way: Way): string {
  switch (way.state) {
    case 'ok':
      return 'Alert emails come here.'
    case 'unsubscribed':
      return 'You unsubscribed, so no alerts come here.'
    case 'bounced':
      return 'Alert emails came back, so we stopped sending them.'
    case 'invalid':
      return 'Our email provider can’t deliver to this address.'
    case 'complained':
      return 'One of our emails was reported as spam, so no alerts come here.'
    case 'confirmed':
      return 'You answered YES: your text alerts come here.'
    case 'waiting-for-yes':
      return 'Answer YES to the text we sent you. Until then, alerts come by email.'
    case 'stopped':
      return 'You answered STOP. Text START to our number to get texts again.'
    case 'unreachable':
      return 'Our texts don’t reach this number, so alerts come by email. Text START from it to our number to try again.'
    default:
      return way satisfies never
  }
}

/** A visitor's remedy for the state of a way: the words of its button, and what happens next. */
export const REMEDIES = {
  resume: { label: 'Get alert emails again', done: 'Alert emails are on again.' },
  link: {
    label: 'Email me a link',
    done: 'We emailed you a link. Open it and press its button to get alert emails again.',
  },
  question: {
    label: 'Send the question again',
    done: 'We texted you again. Answer YES on your phone.',
  },
} satisfies Partial<Record<WayCall, { label: string; done: string }>>

export type Remedy = keyof typeof REMEDIES

export function remedyOf(way: Way): Remedy | null {
  if (way.state === 'waiting-for-yes') return 'question'
  if (way.state === 'unsubscribed') return 'resume'
  return way.state === 'bounced' && way.takesLetters ? 'link' : null
}

/** Only support can help: nothing of ours may be sent there. */
export const isForSupport = (way: Way) =>
  way.state === 'complained' || way.state === 'invalid' || (way.state === 'bounced' && !way.takesLetters)

/** Returns the outcome of the newest test. */
export function testWords({ channel, lastTest }: Way): { failed: boolean; text: string } | null {
  if (!lastTest) return null
  switch (lastTest.state) {
    case 'queued':
    case 'sending':
    case 'unknown':
      return { failed: false, text: 'Your test alert is on its way.' }
    case 'accepted':
      return { failed: false, text: 'Test alert sent. It should arrive within a minute.' }
    case 'delivered':
      return { failed: false, text: 'Test alert delivered.' }
    case 'bounced':
    case 'failed':
    case 'expired':
    case 'suppressed':
      return {
        failed: true,
        text: `Test Alert Failed. ${failureWords(channel, lastTest.state, lastTest.reason)}.`,
      }
    default:
      return lastTest.state satisfies never
  }
}

/** Refusals by notifier's own rules (core, section 8). */
const REFUSALS: Record<keyof typeof WAY_CODES, ProblemText> = {
  'address-suppressed': {
    title: 'Test Alert Failed',
    text: 'No alerts go to this address now. The line above says why.',
  },
  'no-confirmed-number': {
    title: 'Test Alert Failed',
    text: 'No number has answered YES yet, or it has stopped.',
  },
  'text-not-sent': {
    title: 'Test Alert Failed',
    text: 'We can’t text this number right now. Please try again tomorrow.',
  },
  'no-number-waiting': { title: 'Nothing to ask', text: 'No number is waiting for an answer any more.' },
  'nothing-to-resume': {
    title: 'Not changed',
    text: 'Something else stops alerts to this address. The line above says what.',
  },
}

export const TEST_FAILED: ProblemText = { title: 'Test Failed', text: 'Failed to send test alert' }
const TOO_MANY: ProblemText = {
  title: 'That is enough for now',
  text: 'You’ve tried this as often as we allow. Please try again later.',
}

/** Returns the words for a refused press; `unexpected` if the reason is unknown. */
export function wayProblem(error: unknown, unexpected?: ProblemText): ProblemText {
  if (!(error instanceof ApiError)) return unexpected ?? problemText(error)
  if (error.code === 'too-many-requests') return TOO_MANY
  const refusal = (REFUSALS as Record<string, ProblemText | undefined>)[error.code]
  return refusal ?? (error.code === 'internal' && unexpected ? unexpected : problemText(error))
}
