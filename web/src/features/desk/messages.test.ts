import { expect, test } from 'vitest'
import { at, aVisitor } from '../../test/desk-findings.ts'
import { listMessages, secondsToArrive, stepsOf, subjectOf } from './messages.ts'

const sent = (fields: object) => ({
  id: 'one',
  about: 'notification',
  channel: 'email',
  address: 'ana@example.com',
  state: 'delivered',
  reason: null,
  attempts: 2,
  queuedAt: at(-20),
  changedAt: at(-18),
  ...fields,
})

const messagesOf = (...deliveries: object[]) => listMessages(aVisitor({ notifications: { deliveries } }))

test('messages are told by subject, the newest first, and one whose subject was not kept says so', () => {
  const messages = messagesOf(sent({}), sent({ subject: 'Your receipt', queuedAt: at(-5) }))
  expect(messages.map(subjectOf)).toEqual(['Your receipt', 'Letter (its subject was not kept)'])
})

test('a message tells the steps that came, in their order, and how long it took to the mailbox', () => {
  const [message] = messagesOf(
    sent({ lastCalledAt: at(-19), acceptedAt: at(-18.5), deliveredAt: at(-18), doubtedAt: at(-19.5) }),
  )
  expect(stepsOf(message!).map(({ what, detail }) => what + (detail ?? ''))).toEqual([
    'queued',
    'in doubt',
    'sent, attempt 2',
    'accepted',
    'delivered',
  ])
  expect(secondsToArrive(message!)).toBe(120)
})

test('a message that failed tells its end with the reason, and no time of arrival', () => {
  const [message] = messagesOf(sent({ state: 'bounced', reason: 'hard-bounce' }))
  expect(stepsOf(message!).at(-1)).toMatchObject({ what: 'bounced', detail: ': hard-bounce' })
  expect(secondsToArrive(message!)).toBeNull()
})
