import type { Device } from '@walkon/contracts/http/push'
import { problemText } from '../../lib/problem-texts.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { ageOf } from '../../lib/park-time.ts'
import { BrowserRefusal } from './this-browser.ts'

/** Returns the words for a step that did not work, the browser's or the server's. */
export const pushProblemText = (error: unknown): ProblemText =>
  error instanceof BrowserRefusal ? error.words : problemText(error)

/** Returns since when a device is in the list, and the outcome of its latest notification. */
export function deviceWords({ addedAt, lastAcceptedAt, lastShownAt }: Device, now: Date): string {
  const added = `Added ${ageOf(new Date(addedAt), now)}`
  if (lastShownAt && (!lastAcceptedAt || Date.parse(lastShownAt) >= Date.parse(lastAcceptedAt))) {
    return `${added}, last notification shown ${ageOf(new Date(lastShownAt), now)}`
  }
  if (!lastAcceptedAt) return `${added}, no notification yet`
  return `${added}, last notification sent ${ageOf(new Date(lastAcceptedAt), now)}, not shown yet`
}
