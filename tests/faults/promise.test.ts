import { expect, test } from 'vitest'
import { judge, type Mail, type News } from './promise.ts'

const since = new Date('2026-07-01T12:00:00Z')
const later = (seconds: number) => new Date(since.getTime() + seconds * 1_000)
const aFall = (words: string): News => ({ kind: 'ride', words, since, visitors: ['ada', 'bob'] })
const falls = [aFall('Space Mountain')]
const mail = (to: string, text: string, seconds: number): Mail => ({ to, text, sentAt: later(seconds) })

test('a fall that every visitor was told once is kept, with its delays', () => {
  const verdict = judge(falls, [
    mail('ada', 'Space Mountain: 10 min', 4),
    mail('bob', 'Space Mountain and others', 2),
  ])
  expect(verdict).toEqual({ expected: 2, lost: [], doubled: [], delays: [2, 4], longestAfterEnd: null })
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

test('a name within a word or in the address of a page is not told, and one that a line break cuts is', () => {
  const mails = [
    mail('ada', 'X2 is 10 min', 4),
    mail('ada', 'Viper is 10 min https://walkon.example/manage?token=v4.X2.q https://walkon.example/X2', 5),
    mail('ada', 'X2000 is 10 min, MaX2 too', 6),
    mail('bob', 'A table: 6:30\npm', 7),
  ]
  expect(judge([aFall('X2')], mails)).toMatchObject({ lost: ['bob X2'], doubled: [] })
  expect(judge([{ ...aFall('6:30 pm'), visitors: ['bob'] }], mails)).toMatchObject({ lost: [] })
})

test('the delay after the end of a fault begins with the news where they are younger', () => {
  const news = [aFall('Space Mountain'), { ...aFall('Haunted Mansion'), since: later(30) }]
  const mails = ['ada', 'bob'].flatMap((to) => [
    mail(to, 'Space Mountain', 22),
    mail(to, 'Haunted Mansion', 31),
  ])
  expect(judge(news, mails, later(20)).longestAfterEnd).toBe(2)
  expect(judge(falls, mails, later(25)).longestAfterEnd).toBe(0)
})
