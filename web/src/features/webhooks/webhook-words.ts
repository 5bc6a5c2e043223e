import type { WEBHOOK_CODES } from '@walkon/contracts/http/notifier-codes'
import type { WebhookEndpoint, WebhookMessage } from '@walkon/contracts/http/webhook-endpoints'
import { ApiError } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { ageOf } from '../../lib/park-time.ts'
import { problemText } from '../../lib/problem-texts.ts'

const TEXTS: Record<keyof typeof WEBHOOK_CODES, ProblemText> = {
  'webhook-endpoint-not-found': {
    title: 'Webhook removed',
    text: 'It was removed meanwhile. Please reload the page.',
  },
  'webhook-endpoint-disabled': { title: 'Webhook is off', text: 'Turn it on first, then send a test.' },
  'too-many-webhook-endpoints': {
    title: 'Too many webhooks',
    text: 'An account has three at most. Remove one first.',
  },
  'webhook-url-refused': {
    title: 'Address not valid',
    text: 'Enter an https address with a host name, without a port or a password.',
  },
}
const KNOWN: Record<string, ProblemText | undefined> = TEXTS

export const webhookProblem = (error: unknown): ProblemText =>
  (error instanceof ApiError ? KNOWN[error.code] : undefined) ?? problemText(error)

export const INVALID_URL: ProblemText = TEXTS['webhook-url-refused']

/** How a webhook does: since when it is there, and how its newest messages went. */
export function endpointWords(
  { addedAt, lastDeliveredAt, failingSince, disabledAt, disabledReason }: WebhookEndpoint,
  now: Date,
): string {
  const age = (at: string) => ageOf(new Date(at), now)
  if (disabledAt) {
    const why = disabledReason === 'gone' ? 'it answered that it is gone' : 'it took nothing for three days'
    return `Turned off ${age(disabledAt)}: ${why}`
  }
  const last = lastDeliveredAt ? `last message taken ${age(lastDeliveredAt)}` : 'no message taken yet'
  const failing = failingSince ? `, first failure ${age(failingSince)}` : ''
  return `Added ${age(addedAt)}, ${last}${failing}`
}

const TYPES: Record<WebhookMessage['type'], string> = {
  'alert.ride': 'Ride alert',
  'alert.table': 'Table alert',
  'alert.return-time': 'Return time',
  'alert.fare': 'Fare alert',
  test: 'Test',
}

export function messageWords(
  { type, state, attempts, lastError, createdAt }: WebhookMessage,
  now: Date,
): string {
  const what = `${TYPES[type]}, ${ageOf(new Date(createdAt), now)}`
  if (state === 'delivered') return `${what}: taken`
  const reason = lastError ? `: ${failureWords(lastError)}` : ''
  if (state === 'failed') return `${what}: given up${reason}`
  return attempts === 0 ? `${what}: on its way` : `${what}: will be tried again${reason}`
}

function failureWords(code: string): string {
  const status = /^http-(\d+)$/.exec(code)?.[1]
  if (status) return `your server answered ${status}`
  if (code === 'timeout') return 'your server did not answer in time'
  if (code === 'address-refused') return 'the name leads to no public address'
  if (code === 'network-enotfound') return 'the name was not found'
  return code.startsWith('network-') ? 'no connection to your server' : 'not sent'
}
