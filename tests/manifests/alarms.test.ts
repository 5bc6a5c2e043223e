import { testAlarms } from '@walkon/kubernetes/testing/promtool'
import { expect, test } from 'vitest'

test('each alarm fires on the series of its fault, and is silent on those beside it', () => {
  expect(testAlarms()).toMatchObject({ passed: true, said: expect.not.stringContaining('FAILED') as string })
})

test.each([
  ['a limit that is never reached', 'outbox_rejected > 0', 'outbox_rejected > 9', 'EventRefused'],
  ['a limit that is always reached', 'dependency_up == 0', 'dependency_up >= 0', 'DependencyAway'],
  ['a time that is too long', 'for: 2m', 'for: 1d', 'GatewayAway'],
])('%s is noticed', (_, rule, other, only) => {
  const change = (rules: string) => rules.replace(rule, other)
  expect(testAlarms({ only, change })).toMatchObject({
    passed: false,
    said: expect.stringContaining(`Walkon${only}`) as string,
  })
})
