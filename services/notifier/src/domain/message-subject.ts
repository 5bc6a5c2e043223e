import { inTellingOrder, toSubject, type JudgedAlert } from './alert-words.ts'
import type { DeliveryContent, ReplyAnswer } from './content.ts'

/** The subject of a message at the support desk. */

const ANSWERS: Record<ReplyAnswer['to']['kind'], string> = {
  yes: 'Answer to YES',
  done: 'Answer to DONE',
  snooze: 'Answer to SNOOZE',
  nothing: 'Answer to DONE or SNOOZE before any alert',
  stopped: 'Answer to STOP',
  started: 'Answer to START',
  help: 'Answer to HELP',
  unclear: 'Answer to a text we did not understand',
}

/** Returns the subject to keep once the words are gone; null for alerts, whose rides are kept. */
export function subjectToKeep(content: DeliveryContent): string | null {
  switch (content.kind) {
    case 'letter':
    case 'newsletter-issue':
      return content.subject
    case 'number-question':
      return content.isReminder ? 'Asked again: may we text this number?' : 'Asked: may we text this number?'
    case 'reply-answer':
      return ANSWERS[content.to.kind]
    case 'test-alert':
      return 'Test alert'
    case 'ride-alerts':
      return null
    default:
      return content satisfies never
  }
}

type KeptAlert = Omit<JudgedAlert, 'popularity'> & { popularity: number | null }

/** The subject of a message of alerts, from its kept alerts; null for no alerts. */
export function subjectOfAlerts(alerts: KeptAlert[]): string | null {
  const judged = alerts.map(({ popularity, ...alert }) => ({
    ...alert,
    ...(popularity !== null && { popularity }),
  }))
  return judged.length === 0 ? null : toSubject(inTellingOrder(judged))
}
