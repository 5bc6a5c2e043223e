import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { SERVICE_NAMES } from '@walkon/contracts/services'
import { ALARMS } from './alarms.ts'

const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
const rows = guide
  .slice(guide.indexOf('## Alarms worth having'), guide.indexOf('## Release'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([alarm = '', , advice = '']) => ({ alarm, advice }))

/** What a row compares, in its backquotes. */
const expressionsOf = (alarm: string) =>
  [...alarm.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => / (>|==|>=) /.test(code) || code.startsWith('absent('))
    .flatMap((code) =>
      code.includes('PROCESS')
        ? ['gateway', ...SERVICE_NAMES].map((name) => code.replace('PROCESS', name))
        : [code],
    )

const MINUTES: Record<string, string> = {
  'a minute': '1m',
  'two minutes': '2m',
  'three minutes': '3m',
  'five minutes': '5m',
  'ten minutes': '10m',
  'an hour': '1h',
}
const TIME = new RegExp(` for (${Object.keys(MINUTES).join('|')})$`)

test.each(ALARMS)(
  '$name has the expression, the time and the advice of a row of the guide',
  ({ expr, advice, ...alarm }) => {
    const row = rows.find((each) => expressionsOf(each.alarm).includes(expr))
    expect(row?.advice).toBe(advice)
    const [, time = ''] = TIME.exec(row?.alarm ?? '') ?? []
    // In the row of the polls the time belongs to its last expression.
    const isMeant = !row?.alarm.includes(', or `') || row.alarm.includes(`or \`${expr}\``)
    expect(alarm.for).toBe(isMeant ? MINUTES[time] : undefined)
  },
)

test('every comparison of the guide is an alarm', () => {
  expect(ALARMS.map(({ expr }) => expr).toSorted()).toEqual(
    rows.flatMap(({ alarm }) => expressionsOf(alarm)).toSorted(),
  )
})

test('no two alarms have one name', () => {
  expect(new Set(ALARMS.map(({ name }) => name)).size).toBe(ALARMS.length)
})
