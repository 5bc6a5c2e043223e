import { expect, test } from 'vitest'
import { answers, at } from '../../test/desk-findings.ts'
import { told } from '../../test/desk-likeliest.ts'

const alert = (rideId: string, minutes: number) => told(rideId, minutes).alert
const choice = (rideId: string, minutes: number, isOn: boolean) => ({
  subscriptionId: 'sub',
  kind: 'ride',
  rideId,
  rideName: `Ride ${rideId}`,
  before: { active: !isOn },
  after: { active: isOn },
  changedAt: at(minutes),
})
const wordsOf = (alerts: object[], visitorChanges: object[]) =>
  answers({ alerts: { alerts, visitorChanges } })
    .map(({ words }) => words)
    .filter((words) => words.includes('rides I did not choose'))

test('an alert for a ride that was turned off soon after it is explained by both times', () => {
  expect(wordsOf([alert('a', -30)], [choice('a', -28, false)])).toEqual([
    '“Why did I get rides I did not choose?” Ride a was on until the visitor turned it off on Tue, Apr 14, 1:42 pm EDT. Its alert was made before that, on Tue, Apr 14, 1:40 pm EDT.',
  ])
})

test('more alerts for rides that were turned off are counted, and the newest is told', () => {
  const offs = [choice('a', -28, false), choice('b', -27, false), choice('c', -26, false)]
  const [words] = wordsOf([alert('a', -31), alert('b', -30), alert('c', -29)], offs)
  expect(words).toContain('Ride c was on until')
  expect(words).toMatch(/So were 2 other alerts, for rides that were turned off after them\.$/)
})

test.for([
  ['a ride that stayed on', [alert('a', -30)], []],
  ['a ride that was turned on', [alert('a', -30)], [choice('a', -28, true)]],
  ['another ride that was turned off', [alert('a', -30)], [choice('b', -28, false)]],
  ['a ride that was turned off before its alert', [alert('a', -30)], [choice('a', -40, false)]],
  ['a ride that was turned off hours later', [alert('a', -200)], [choice('a', -28, false)]],
] as const)('an alert for %s is no unchosen ride', ([, alerts, changes]) => {
  expect(wordsOf([...alerts], [...changes])).toEqual([])
})
