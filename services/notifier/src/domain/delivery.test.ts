import { expect, test } from 'vitest'
import { toStep, type Answer, type Step } from './delivery.ts'

const waits = { retrySeconds: 1, lookupSeconds: 120 }

const cases: { name: string; answer: Answer; attemptNo?: number; step: Step }[] = [
  {
    name: 'an accepted message keeps the provider’s id',
    answer: { kind: 'accepted', providerId: 'p1' },
    step: { state: 'accepted', providerId: 'p1' },
  },
  {
    name: 'a refused one fails, and says whether its address is dead',
    answer: { kind: 'refused', reason: 'postmark-406', suppress: 'bounced' },
    step: { state: 'failed', reason: 'postmark-406', suppress: 'bounced' },
  },
  {
    name: 'what was certainly not sent waits a little',
    answer: { kind: 'retry', reason: 'postmark-429' },
    step: { state: 'queued', reason: 'postmark-429', delaySeconds: 1 },
  },
  {
    name: 'waits double with each attempt',
    answer: { kind: 'misconfigured', reason: 'postmark-10' },
    attemptNo: 4,
    step: { state: 'queued', reason: 'postmark-10', delaySeconds: 8 },
  },
  {
    name: 'no wait is longer than half a minute',
    answer: { kind: 'retry', reason: 'postmark-429' },
    attemptNo: 40,
    step: { state: 'queued', reason: 'postmark-429', delaySeconds: 30 },
  },
  {
    name: 'what may have been sent is never queued, but looked up later',
    answer: { kind: 'unclear', reason: 'http-500' },
    step: { state: 'unknown', reason: 'http-500', delaySeconds: 120 },
  },
]

test.for(cases)('$name', ({ answer, attemptNo = 1, step }) => {
  expect(toStep(answer, attemptNo, waits)).toEqual(step)
})
