import { createLog } from '@walkon/service/log'
import { expect, test } from 'vitest'
import { createMembership } from './membership.ts'

function aMembership() {
  const lines: string[] = []
  const log = createLog(
    { service: 'test', level: 'info' },
    { write: (line) => void lines.push(String(JSON.parse(line).msg)) },
  )
  return { membership: createMembership('billing', log), lines }
}

test('a consumer that crashes and joins again leaves three log lines, however often it tries', () => {
  const { membership, lines } = aMembership()

  membership.onConsuming(null)
  membership.onConsuming(null)
  for (let attempt = 0; attempt < 7; attempt++) membership.onConsuming(new Error('no broker'))
  membership.onConsuming(null)

  expect(lines).toEqual(['consumer joined', 'consumer crashed', 'consumer consumes again'])
})

test('the reason why a consumer does not consume is the innermost cause', () => {
  const { membership } = aMembership()
  expect([membership.hasJoined(), membership.fault()]).toEqual([false, 'has not joined its group yet'])

  membership.onConsuming(new Error('The group could not be joined', { cause: new Error('no broker') }))
  expect([membership.hasJoined(), membership.fault()]).toEqual([false, 'no broker'])

  membership.onConsuming(null)
  expect([membership.hasJoined(), membership.fault()]).toEqual([true, null])
})
