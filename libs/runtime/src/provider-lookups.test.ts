import { expect, test } from 'vitest'
import { toLookUpStep, type Finding, type LookUpStep } from './provider-lookups.ts'

const WAITS = { retrySeconds: 1, askSeconds: 3, absentSeconds: 15, lookupSeconds: 120 }
const DOUBTED_AT = '2026-07-01T12:00:00Z'
const LATER: LookUpStep = { state: 'unknown', delaySeconds: 3 }

const shownUntil = (seconds: number): Finding => ({
  kind: 'absent',
  shownUntil: new Date(Date.parse(DOUBTED_AT) + seconds * 1_000),
})

const cases: { name: string; finding: Finding | null; doubtSeconds: number; step: LookUpStep }[] = [
  {
    name: 'a call that is found is settled at once',
    finding: { kind: 'found', providerId: 'p1' },
    doubtSeconds: 1,
    step: { state: 'accepted', providerId: 'p1' },
  },
  {
    name: 'a call that is not shown is made again once the search shows calls accepted after the doubt',
    finding: shownUntil(10),
    doubtSeconds: 15,
    step: { state: 'queued' },
  },
  {
    name: 'a call is not made again before the least wait, with any result of the search',
    finding: shownUntil(10),
    doubtSeconds: 14.9,
    step: LATER,
  },
  {
    name: 'a call is not made again while all that the search shows is from before the doubt',
    finding: shownUntil(-1),
    doubtSeconds: 60,
    step: LATER,
  },
  {
    name: 'a call shown as accepted right after the doubt proves nothing: two clocks are compared',
    finding: shownUntil(2.9),
    doubtSeconds: 60,
    step: LATER,
  },
  {
    name: 'a call is not made again by a search that shows no call at all',
    finding: { kind: 'absent', shownUntil: null },
    doubtSeconds: 119,
    step: LATER,
  },
  {
    name: 'a call that is not shown after the longest wait is made again, with any other result of the search',
    finding: { kind: 'absent', shownUntil: null },
    doubtSeconds: 120,
    step: { state: 'queued' },
  },
  {
    name: 'a call that the provider does not answer about is never made again, however long it is in doubt',
    finding: null,
    doubtSeconds: 86_400,
    step: LATER,
  },
  {
    name: 'a call that nobody can be asked for and whose second would do harm ends in doubt, at once',
    finding: { kind: 'never-known' },
    doubtSeconds: 1,
    step: { state: 'failed', reason: 'in-doubt' },
  },
]

test.for(cases)('$name', ({ finding, doubtSeconds, step }) => {
  expect(toLookUpStep(finding, { doubtedAt: DOUBTED_AT, doubtSeconds }, WAITS)).toEqual(step)
})
