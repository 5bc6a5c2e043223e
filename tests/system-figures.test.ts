import { SYSTEM_FIGURES } from '@walkon/contracts/http/system'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIGURE_WORDS } from '../web/src/features/system/figure-words.ts'
import { POLL_ADVICE } from '../web/src/features/system/poll-advice.ts'

/** The page `/admin/system` and docs/operations.md say the same of each alarm. */

const guide = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
const alarms = guide
  .slice(guide.indexOf('## Alarms worth having'), guide.indexOf('## Release'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | '))
  .map(([alarm = '', , advice = '']) => ({
    alarm,
    advice: advice.replaceAll('`', '').replace(/ \|$/, ''),
  }))

test.for(SYSTEM_FIGURES)('%s has the limit and the advice of the guide', (name) => {
  const { alarm, only, advice } = FIGURE_WORDS[name]
  const entries = alarms.filter((entry) => entry.advice === advice && entry.alarm.includes(name))
  expect(entries).toHaveLength(1)
  if (alarm === undefined) return
  const series = only ? `${name}{${only.label}="${only.value}"}` : name
  const limit =
    'aboveFigure' in alarm
      ? `> ${alarm.aboveFigure}`
      : 'above' in alarm
        ? `> ${alarm.above}`
        : `== ${alarm.below - 1}`
  // A counter of a process is compared with what it was; a replica tells only its own.
  if (!name.endsWith('_total')) expect(entries[0]?.alarm).toContain(`${series} ${limit}`)
})

test('late readings of the parks have the advice of the guide', () => {
  expect(alarms.find(({ alarm }) => alarm.includes('poll_age_seconds'))?.advice).toBe(POLL_ADVICE)
})
