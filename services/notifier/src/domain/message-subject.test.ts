import { expect, test } from 'vitest'
import { aLetter } from '../testing/letters.ts'
import { subjectOfAlerts, subjectToKeep } from './message-subject.ts'

test('a letter keeps its subject, and an answer to a reply the word it answers', () => {
  expect(subjectToKeep(aLetter({ subject: 'Your receipt' }))).toBe('Your receipt')
  expect(subjectToKeep({ kind: 'reply-answer', to: { kind: 'stopped' } })).toBe('Answer to STOP')
  expect(subjectToKeep({ kind: 'number-question', isReminder: true })).toMatch(/^Asked again/)
})

test('a message of alerts has the subject of its mail: the ride furthest below its usual wait leads', () => {
  const alert = (rideName: string, waitMinutes: number, usualMinutes: number | null) =>
    ({ kind: 'short-wait', rideName, waitMinutes, usualMinutes, popularity: null }) as const
  expect(subjectOfAlerts([alert('Dumbo', 5, 10), alert('TRON', 15, 80)])).toBe(
    'TRON is 15 min, and 1 more ride is short',
  )
  expect(subjectOfAlerts([])).toBeNull()
})
