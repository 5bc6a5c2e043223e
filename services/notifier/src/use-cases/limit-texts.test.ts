import { createMemoryCache } from '@walkon/service/memory-cache'
import { expect, test } from 'vitest'
import { createTextLimit, type TextRules } from './limit-texts.ts'

const aLimit = (rules: Partial<TextRules> = {}, isPaused = false) =>
  createTextLimit(
    createMemoryCache(),
    () => new Date('2026-04-14T12:00:00Z'),
    { isOn: true, countries: ['US'], perNumberDay: 10, perBlockDay: 10, perDay: 10, ...rules },
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
