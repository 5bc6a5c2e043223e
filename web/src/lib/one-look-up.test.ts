import { expect, test } from 'vitest'
import { joinLookUps } from './one-look-up.ts'

const look = (service: string, overrides: object = {}) => ({
  actorId: 'kim',
  action: 'read-visitor',
  lookUpId: 'one' as string | null,
  service,
  ...overrides,
})
const servicesOf = (entries: ReturnType<typeof look>[]) =>
  joinLookUps(entries).map((line) => line.map(({ service }) => service))

test('what one look-up left in several services is one line', () => {
  expect(servicesOf([look('billing'), look('identity'), look('notifier')])).toEqual([
    ['billing', 'identity', 'notifier'],
  ])
})

test('entries without a look-up, of another act, of another account or of another look-up stand alone', () => {
  expect(
    servicesOf([
      look('billing', { lookUpId: null }),
      look('identity', { lookUpId: null }),
      look('billing'),
      look('identity', { action: 'show-numbers' }),
      look('notifier', { actorId: 'lee' }),
      look('planner', { lookUpId: 'two' }),
    ]),
  ).toEqual([['billing'], ['identity'], ['billing'], ['identity'], ['notifier'], ['planner']])
})

test('an id that is sent again hides no look: each service is in a line once', () => {
  expect(servicesOf([look('billing'), look('identity'), look('billing'), look('identity')])).toEqual([
    ['billing', 'identity'],
    ['billing', 'identity'],
  ])
})
