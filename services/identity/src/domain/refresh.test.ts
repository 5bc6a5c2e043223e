import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRefresh } from './refresh.ts'

describe('decideRefresh', () => {
  test.each([
    { presented: 7, newest: 7, decision: 'rotate' },
    { presented: 6, newest: 7, decision: 'repeat' },
    { presented: 5, newest: 7, decision: 'reuse' },
    { presented: 1, newest: 7, decision: 'reuse' },
    { presented: 8, newest: 7, decision: 'reuse' },
    { presented: 0, newest: 1, decision: 'repeat' },
  ])('token $presented of $newest: $decision', ({ presented, newest, decision }) => {
    expect(decideRefresh(presented, newest)).toBe(decision)
  })
})

type Step = { holder: number; isLost: boolean }

/** Holders of one family, each of whom presents the newest token it was given; an answer can be lost on the way. */
function play(holders: number, steps: Step[]) {
  const held = Array.from({ length: holders }, () => 1)
  let newest = 1
  const answers: { behind: number; answer: number | null }[] = []
  for (const { holder, isLost } of steps) {
    const presented = held[holder % holders] ?? 1
    const behind = newest - presented
    const decision = decideRefresh(presented, newest)
    if (decision === 'rotate') newest++
    answers.push({ behind, answer: decision === 'reuse' ? null : newest })
    if (decision === 'reuse') break
    if (!isLost) held[holder % holders] = newest
  }
  return { newest, answers }
}

const steps = fc.array(fc.record({ holder: fc.nat(3), isLost: fc.boolean() }), { maxLength: 60 })

describe('a family of refresh tokens', () => {
  test('never ends for one client alone, however many answers are lost', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        expect(play(1, taken).answers.every(({ answer }) => answer !== null)).toBe(true)
      }),
    )
  })

  test('has one newest token, and nobody is given another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), steps, (holders, taken) => {
        let newest = 1
        const { answers } = play(holders, taken)
        const strangers = answers.filter(({ behind, answer }) => {
          if (behind === 0) newest++
          return answer !== null && answer !== newest
        })
        expect(strangers).toEqual([])
      }),
    )
  })

  test('ends with the first token that is more than one behind', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), steps, (holders, taken) => {
        for (const { behind, answer } of play(holders, taken).answers)
          expect(answer === null).toBe(behind > 1)
      }),
    )
  })

  test('ends when two hold it and one goes on twice without the other', () => {
    const twice = [0, 0, 1].map((holder) => ({ holder, isLost: false }))
    expect(play(2, twice).answers.at(-1)).toEqual({ behind: 2, answer: null })
  })
})
