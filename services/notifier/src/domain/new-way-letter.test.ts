import { letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import { toNewWayLetter, type NewWay } from './new-way-letter.ts'

const WAYS: NewWay[] = [
  { kind: 'device' },
  { kind: 'number', number: '+14075550123' },
  { kind: 'order-number', number: '+14075550123' },
]

test.each(WAYS)('the letter about a new $kind keeps the contract of letters', (way) => {
  expect(letter.parse(toNewWayLetter(way))).toEqual(toNewWayLetter(way))
})

test.for(['number', 'order-number'] as const)('the letter names a %s by its last digits alone', (kind) => {
  const words = JSON.stringify(toNewWayLetter({ kind, number: '+14075550123' }))
  expect(words).toContain('••• 0123')
  expect(words).not.toContain('4075550123')
})
