import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { SERVICE_NAMES } from '@walkon/contracts/services'
import { ALARMS } from './alarms.ts'
import { ALARM_CASES } from './testing/alarm-cases.ts'
import { listOwnMetrics } from './testing/known-metrics.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const readPage = (path: string) => readFileSync(resolve(ROOT, path), 'utf8')
const guide = readPage('docs/operations.md')
const rows = guide
  .slice(guide.indexOf('## Alarms worth having'), guide.indexOf('## Release'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([alarm = '', , advice = '']) => ({ alarm, advice }))

/** The comparisons of a row, which are in its backquotes. */
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
  'fifteen minutes': '15m',
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

test('every alarm has a case in which it fires and one in which it is silent', () => {
  expect(Object.keys(ALARM_CASES).toSorted()).toEqual(ALARMS.map(({ name }) => name).toSorted())
})

test('no two alarms have one name', () => {
  expect(new Set(ALARMS.map(({ name }) => name)).size).toBe(ALARMS.length)
})

const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

test.each(ALARMS)('$name names a page, and a heading of it, that are there', ({ runbook }) => {
  const [page = '', anchor] = runbook.split('#')
  expect(existsSync(resolve(ROOT, page)) && page).toBe(page)
  const headings = [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading))
  if (anchor !== undefined) expect(headings).toContain(anchor)
})

const ofRunbooks = ALARMS.filter(({ runbook }) => /^docs\/runbooks\/(?!README)/.test(runbook))

test.each(ofRunbooks)('the runbook of $name names it', ({ name, runbook }) => {
  expect(readPage(runbook)).toMatch(name.endsWith('Away') ? /`Walkon(?:…Away|\w+Away)`/ : `\`Walkon${name}\``)
})

test('the guide explains every metric of the code', () => {
  const metrics = listOwnMetrics()
  expect(metrics.length).toBeGreaterThan(50)
  expect(metrics.filter((metric) => !new RegExp(`\`${metric}\\b`).test(guide))).toEqual([])
})

/** The rows of a README that name an alarm: those of its table of alarms, and metrics that say what theirs is. */
function listAlarmRows(page: string): string[] {
  let isOfAlarms = false
  return page.split('\n').filter((line) => {
    const isRow = line.startsWith('|')
    isOfAlarms = isRow && (isOfAlarms || line.startsWith('| alarm |'))
    return isOfAlarms || /^\| [^|]+\| alarm /.test(line)
  })
}

test('every metric of a README that has an alarm there is in a rule', () => {
  const alarms = globSync('{services,libs}/*/README.md', { cwd: ROOT }).flatMap((page) =>
    listAlarmRows(readPage(page)),
  )
  const named = alarms.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+_\w+)(?:\{[^}]*\})?`/g)])
  expect(named.length).toBeGreaterThan(10)
  const ruled = ALARMS.map(({ expr }) => expr).join(' ')
  expect(named.map(([, metric = '']) => metric).filter((metric) => !ruled.includes(metric))).toEqual([])
})
