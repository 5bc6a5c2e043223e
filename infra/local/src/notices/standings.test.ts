import { expect, test } from 'vitest'
import { decideStanding, type Standing } from './standings.ts'

const [T1, T2] = [new Date('2026-11-27T10:00:00Z'), new Date('2026-11-27T10:05:00Z')]
const FULL = 'It is full.'
const failing = (isTold: boolean): Standing => ({ fault: FULL, since: T1.toISOString(), isTold })
const well = (isTold: boolean): Standing => ({ fault: null, since: T1.toISOString(), isTold })

test('nothing is told of a product that begins well', () => {
  expect(decideStanding(undefined, null, T1)).toEqual(well(true))
})

test('a fault is told once, with the instant of its beginning', () => {
  expect(decideStanding(undefined, FULL, T1)).toEqual(failing(false))
  expect(decideStanding(failing(true), 'It is fuller.', T2)).toEqual({
    ...failing(true),
    fault: 'It is fuller.',
  })
})

test('the end of a fault that was told is told once', () => {
  const ended = decideStanding(failing(true), null, T2)
  expect(ended).toEqual({ fault: null, since: T2.toISOString(), isTold: false })
  expect(decideStanding({ ...ended, isTold: true }, null, T2).isTold).toBe(true)
})

test('a fault that ends before it was told is not told, nor is its end', () => {
  expect(decideStanding(failing(false), null, T2).isTold).toBe(true)
})

test('a fault that comes back before its end was told is not told again', () => {
  expect(decideStanding(well(false), FULL, T2).isTold).toBe(true)
})
