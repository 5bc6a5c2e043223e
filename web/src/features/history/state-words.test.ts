import { DELIVERY_STATES } from '@walkon/contracts/http/notifications'
import { expect, test } from 'vitest'
import { stateWords } from './state-words.ts'

test.for([
  ['email', 'delivered', 'Delivered by email'],
  ['sms', 'unknown', 'On its way by text'],
  ['sms', 'suppressed', 'Not sent: you have answered STOP'],
  ['push', 'accepted', 'Sent by push, not shown yet'],
  ['push', 'delivered', 'Shown on your device'],
  ['push', 'suppressed', 'Not sent: push is off on that device'],
  ['email', 'bounced', 'Not delivered: your mail server rejected it'],
] as const)('an alert by %s that is %s says “%s”', ([channel, state, words]) => {
  expect(stateWords({ channel, state })).toBe(words)
})

test('every state has words on every channel', () => {
  const words = (['email', 'sms', 'push'] as const).flatMap((channel) =>
    DELIVERY_STATES.map((state) => stateWords({ channel, state })),
  )

  expect(words.filter((text) => !/^[A-Z]/.test(text))).toEqual([])
})
