import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRefresh } from './refresh.ts'

const AT = new Date('2026-07-01T10:00:00Z')
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000)

test.each([
  { presented: 7, newest: 7, parent: 6, seconds: 0, decision: 'rotate' },
  { presented: 7, newest: 7, parent: 6, seconds: 9_999, decision: 'rotate' },
  { presented: 6, newest: 7, parent: 6, seconds: 60, decision: 'repeat' },
  { presented: 6, newest: 7, parent: 6, seconds: 61, decision: 'replace' },
  { presented: 5, newest: 7, parent: 5, seconds: 60, decision: 'repeat' },
  { presented: 6, newest: 7, parent: 5, seconds: 0, decision: 'reuse' },
  { presented: 5, newest: 7, parent: 6, seconds: 0, decision: 'reuse' },
  { presented: 8, newest: 7, parent: 6, seconds: 0, decision: 'reuse' },
  { presented: 0, newest: 1, parent: 0, seconds: 0, decision: 'repeat' },
])(
  'Refresh token $presented of $newest, child of $parent, after $seconds s: $decision',
  ({ presented, newest, parent, seconds, decision }) => {
    expect(decideRefresh(presented, { newest, parent, rotatedAt: AT }, later(seconds))).toBe(decision)
  },
)

type Step = { holder: number; isLost: boolean; seconds: number }

/** Holders of one family. Each presents the newest token that it received; an answer can be lost on the way. */
function play(holders: number, steps: Step[]) {
  const held = Array.from({ length: holders }, () => 1)
  let family = { newest: 1, parent: 0, rotatedAt: AT }
  let now = 0
  const answers: (number | null)[] = []
  for (const { holder, isLost, seconds } of steps) {
    now += seconds
    const presented = held[holder % holders] ?? 1
    const decision = decideRefresh(presented, family, later(now))
    if (decision === 'rotate' || decision === 'replace')
      family = { newest: family.newest + 1, parent: presented, rotatedAt: later(now) }
    answers.push(decision === 'reuse' ? null : family.newest)
    if (decision === 'reuse') break
    if (!isLost) held[holder % holders] = family.newest
  }
  return { family, answers }
}

const step = fc.record({ holder: fc.nat(3), isLost: fc.boolean(), seconds: fc.nat(200) })
const steps = fc.array(step, { maxLength: 60 })

test('A family of refresh tokens with one client never ends, however many answers are lost and however late it comes', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      expect(play(1, taken).answers).not.toContain(null)
    }),
  )
})

test('A family of refresh tokens gives every holder the newest token or none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), steps, (holders, taken) => {
      let newest = 1
      for (const answer of play(holders, taken).answers) {
        if (answer === null) continue
        expect([newest, newest + 1]).toContain(answer)
        newest = answer
      }
    }),
  )
})

test('A family of refresh tokens ends when two holders have refreshed apart and both come back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 200 }), fc.nat(200), (apart, seconds) => {
      const taken = [
        { holder: 0, isLost: false, seconds },
        { holder: 1, isLost: false, seconds: apart },
        { holder: 0, isLost: false, seconds },
      ]
      expect(play(2, taken).answers.at(-1)).toBeNull()
    }),
  )
})

test('A family of refresh tokens ends when two hold it and one refreshes twice without the other', () => {
  const twice = [0, 0, 1].map((holder) => ({ holder, isLost: false, seconds: 1 }))
  expect(play(2, twice).answers.at(-1)).toBeNull()
})
