import { createMemoryCache } from '@walkon/service/memory-cache'
import { expect, test } from 'vitest'
import { createTextLimit, type TextRules } from './texts.ts'

let now = new Date('2026-04-14T12:00:00Z')
const passDays = (days: number) => (now = new Date(now.getTime() + days * 86_400_000))

const aLimit = (rules: Partial<TextRules> = {}, isPaused = false) =>
  createTextLimit(
    createMemoryCache(),
    () => now,
    {
      isOn: true,
      countries: ['US'],
      perNumberDay: 10,
      perBlockDay: 10,
      perDay: 10,
      questionsPerDay: 10,
      numbersPerAddressDay: 3,
      ...rules,
    },
    { isOn: async () => isPaused },
  )

test('while texts are off, no text is sent', async () => {
  expect(await aLimit({ isOn: false }).spend('+14075550123')).toBe('texts-off')
})

test('while Twilio refuses our configuration, no text is sent', async () => {
  expect(await aLimit({}, true).spend('+14075550123')).toBe('texts-off')
})

test('a number of a country that is not listed is not texted', async () => {
  const limit = aLimit()
  expect(await limit.spend('+14165550123')).toBe('text-country')
  expect(await limit.spend('no number')).toBe('text-country')
})

test('a number has its own budget', async () => {
  const limit = aLimit({ perNumberDay: 1 })
  expect(await limit.spend('+14075550123')).toBeNull()
  expect(await limit.spend('+14075550123')).toBe('text-budget')
  expect(await limit.spend('+14075550124')).toBeNull()
})

test('numbers that differ in their last four digits share a budget', async () => {
  const limit = aLimit({ perBlockDay: 1 })
  expect(await limit.spend('+14075550123')).toBeNull()
  expect(await limit.spend('+14075559999')).toBe('text-budget')
  expect(await limit.spend('+14075560123')).toBeNull()
})

test('all numbers together have a budget', async () => {
  const limit = aLimit({ perDay: 1 })
  expect(await limit.spend('+14075550123')).toBeNull()
  expect(await limit.spend('+12125550123')).toBe('text-budget')
})

test('questions have a budget of their own', async () => {
  const limit = aLimit({ perDay: 1, questionsPerDay: 1 })
  expect(await limit.spend('+14075550123', { isQuestion: true })).toBeNull()
  expect(await limit.spend('+12125550123', { isQuestion: true })).toBe('text-budget')
  expect(await limit.spend('+12125550123')).toBeNull()
})

test('what is left of the budgets of all numbers falls with each text, and is whole again on the next day', async () => {
  const limit = aLimit({ perDay: 2, questionsPerDay: 3 })
  await limit.spend('+14075550123')
  await limit.spend('+14075550123', { isQuestion: true })
  expect(await limit.left()).toEqual({ alerts: 1, questions: 2 })
  passDays(1)
  expect(await limit.left()).toEqual({ alerts: 2, questions: 3 })
})

const asked = (number: string, email = 'ann@example.com') => ({ number, email })

test('an address has three numbers asked in a day, each more than once', async () => {
  const limit = aLimit()
  for (const number of ['+14075550101', '+14075550102', '+14075550103', '+14075550101'])
    expect(await limit.spendQuestion(asked(number))).toBeNull()
  expect(await limit.spendQuestion(asked('+14075550104'))).toBeGreaterThan(0)
  expect(await limit.spendQuestion(asked('+14075550104', 'bob@example.com'))).toBeNull()
})

test('a number that was silent on two days is not asked again for a month', async () => {
  now = new Date('2026-04-04T12:00:00Z')
  const limit = aLimit()
  const ask = () => limit.spendQuestion(asked('+14075550123'))
  expect([await ask(), await ask()]).toEqual([null, null])
  passDays(1)
  expect([await ask(), await ask()]).toEqual([null, null])
  passDays(1)
  expect([await ask(), await ask()]).not.toContain(null)
  passDays(30)
  expect(await ask()).toBeNull()
})

test('a number that has said YES is asked again for another address', async () => {
  now = new Date('2026-04-04T12:00:00Z')
  const limit = aLimit()
  for (const days of [0, 1]) {
    passDays(days)
    expect(await limit.spendQuestion(asked('+14075550123'))).toBeNull()
  }
  await limit.noteAnswered('+14075550123')
  passDays(1)
  expect(await limit.spendQuestion(asked('+14075550123', 'bob@example.com'))).toBeNull()
})

test('what is not understood is answered once a day', async () => {
  const limit = aLimit()
  expect([await limit.spendUnclear('+14075550123'), await limit.spendUnclear('+14075550123')]).toEqual([
    true,
    false,
  ])
  passDays(1)
  expect(await limit.spendUnclear('+14075550123')).toBe(true)
})

test('a number that was over the limit of its address is over it at each further try', async () => {
  const limit = aLimit({ numbersPerAddressDay: 1 })
  const ask = (number: string) => limit.spendQuestion({ number, email: 'ada@example.com' })
  expect(await ask('+14075550123')).toBeNull()
  expect(await ask('+14075550124')).toBeGreaterThan(0)
  expect(await ask('+14075550124')).toBeGreaterThan(0)
  expect(await ask('+14075550123')).toBeNull()
})
