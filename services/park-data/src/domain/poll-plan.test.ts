import { expect, test } from 'vitest'
import { mayPoll } from './poll-plan.ts'

const now = new Date('2026-07-14T16:00:00Z')
const askedAgo = (seconds: number) => new Map([['lake', now.getTime() - seconds * 1000]])
const plan = (seconds: number, { watched = false, pollMs = 60_000 } = {}) => ({
  pollMs,
  watched: new Set(watched ? ['lake'] : []),
  askedAt: askedAgo(seconds),
})

test('a destination with a reader is polled every minute', () => {
  expect(mayPoll('lake', plan(59, { watched: true }), now)).toBe(false)
  expect(mayPoll('lake', plan(60, { watched: true }), now)).toBe(true)
})

test('a destination without a reader is polled every five minutes', () => {
  expect(mayPoll('lake', plan(299), now)).toBe(false)
  expect(mayPoll('lake', plan(300), now)).toBe(true)
})

test('a destination with a new first reader is polled at once', () => {
  expect(mayPoll('lake', plan(120, { watched: false }), now)).toBe(false)
  expect(mayPoll('lake', plan(120, { watched: true }), now)).toBe(true)
})

test('a destination that was never polled is due', () => {
  expect(mayPoll('sea', plan(0), now)).toBe(true)
})

test('no pause is so long that every reading would be a baseline', () => {
  expect(mayPoll('lake', plan(541, { pollMs: 300_000 }), now)).toBe(true)
})
