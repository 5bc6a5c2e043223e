import { describe, expect, test } from 'vitest'
import { maskOthers } from './own-data.ts'
import { processorSecondsOf } from './testing/processor-time.ts'

const OWNER = { email: 'ada@example.com', numbers: ['+14075550123'] }
const masked = (value: unknown) => maskOthers({ records: [{ value }] }, OWNER)['records']?.[0]?.['value']

describe('data that name nobody else', () => {
  test.for([
    ['ada@example.com', 'ada@example.com'],
    ['Ada@Example.com', 'Ada@Example.com'],
    ['bob@example.org', 'b•••@example.org'],
    ['ada@example.com.evil.example', 'a•••@example.com.evil.example'],
    ['łukasz+tag@zażółć.example', 'ł•••@zażółć.example'],
    ['+14075550123', '+14075550123'],
    ['+14075550199', '••• 0199'],
    ['+140755501230', '••• 1230'],
  ])('%s is %s', ([text, shown]) => {
    expect(masked(text)).toBe(shown)
  })

  test('an address or number inside a text is masked, and the rest of the text stays', () => {
    expect(masked('Write to bob@example.org, or call +14075550199.')).toBe(
      'Write to b•••@example.org, or call ••• 0199.',
    )
  })

  test('a long text without an address is looked through in one pass', async () => {
    const text = '-'.repeat(60_000)
    expect(await processorSecondsOf(() => expect(masked(text)).toBe(text))).toBeLessThan(5)
  })

  test('nested values are masked, and what is no text stays', () => {
    const at = new Date('2026-07-01T16:00:00Z')
    expect(masked({ to: ['bob@example.org'], at, count: 3, none: null })).toEqual({
      to: ['b•••@example.org'],
      at,
      count: 3,
      none: null,
    })
  })

  test.for([
    'https://youtube.com/@ada',
    '@ada',
    '2026-07-01T16:00:00+00:00',
    'c0ffee00-1234-4567-89ab-0123456789ab',
  ])('%s is no address and no number', (text) => {
    expect(masked(text)).toBe(text)
  })
})
