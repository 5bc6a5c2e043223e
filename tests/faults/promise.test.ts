import { expect, test } from 'vitest'
import { judge, type Mail } from './promise.ts'

const fellAt = new Date('2026-07-01T12:00:00Z')
const falls = [{ ride: 'Space Mountain', fellAt, visitors: ['ada', 'bob'] }]
const mail = (to: string, text: string, seconds: number): Mail => ({
  to,
  text,
  sentAt: new Date(fellAt.getTime() + seconds * 1_000),
})

test('a fall that every visitor was told once is kept, with its delays', () => {
  const verdict = judge(falls, [
    mail('ada', 'Space Mountain: 10 min', 4),
    mail('bob', 'Space Mountain and others', 2),
  ])
  expect(verdict).toEqual({ expected: 2, lost: [], doubled: [], delays: [2, 4] })
})

test('a visitor who was not told of a fall is a loss, also where mails name other falls', () => {
  const { lost } = judge(falls, [mail('ada', 'Space Mountain', 4), mail('bob', 'Haunted Mansion', 4)])
  expect(lost).toEqual(['bob Space Mountain'])
})

test('a visitor who was told twice of a fall is a double', () => {
  const mails = [
    mail('ada', 'Space Mountain', 4),
    mail('ada', 'Space Mountain', 90),
    mail('bob', 'Space Mountain', 4),
  ]
  expect(judge(falls, mails)).toMatchObject({ lost: [], doubled: ['ada Space Mountain'] })
})
