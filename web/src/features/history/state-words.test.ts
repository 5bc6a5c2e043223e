import { DELIVERY_STATES } from '@walkon/contracts/http/notifications'
import { expect, test } from 'vitest'
import { stateWords } from './state-words.ts'

test.for([
  ['email', 'delivered', null, 'Delivered by email'],
  ['sms', 'unknown', null, 'On its way by text'],
  ['sms', 'suppressed', 'unsubscribed', 'Not sent: you have answered STOP'],
  ['email', 'suppressed', 'unsubscribed', 'Not sent: you have unsubscribed'],
  ['email', 'suppressed', 'bounced', 'Not sent: mail to your address came back before'],
  ['email', 'suppressed', 'complained', 'Not sent: one of our emails was reported as spam'],
  ['email', 'bounced', 'hard-bounce', 'Not delivered: your mailbox does not exist'],
  ['email', 'bounced', 'a-new-kind', 'Not delivered: your mail server rejected it'],
  ['sms', 'bounced', 'twilio-30003', 'Not delivered: your phone was off or out of reach'],
  ['sms', 'expired', 'twilio-20429', 'Not sent: the wait was too old by then'],
  ['push', 'accepted', null, 'Sent by push, not shown yet'],
  ['push', 'delivered', null, 'Shown on your device'],
  ['sms', 'suppressed', 'text-late', 'Not sent in time, so it went by email'],
  ['sms', 'suppressed', 'texts-stopped', 'Not sent: we had to stop all texts for a while'],
  ['sms', 'suppressed', 'number-removed', 'Not sent: you have removed this number'],
  ['push', 'suppressed', 'device-removed', 'Not sent: push is off on that device'],
] as const)('an alert by %s that is %s because of %s says “%s”', ([channel, state, reason, words]) => {
  expect(stateWords({ channel, state, reason })).toBe(words)
})

test('every state has words on every channel', () => {
  const words = (['email', 'sms', 'push'] as const).flatMap((channel) =>
    DELIVERY_STATES.map((state) => stateWords({ channel, state, reason: null })),
  )

  expect(words.filter((text) => !/^[A-Z]/.test(text))).toEqual([])
})
