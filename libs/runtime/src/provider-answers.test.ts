import { expect, test } from 'vitest'
import { toStep, type Answer, type Step } from './provider-answers.ts'

const waits = { retrySeconds: 1, askSeconds: 3, absentSeconds: 15, lookupSeconds: 120 }

const cases: { name: string; answer: Answer; attemptNo?: number; step: Step }[] = [
  {
    name: 'an accepted call keeps the provider’s id',
    answer: { kind: 'accepted', providerId: 'p1' },
    step: { state: 'accepted', providerId: 'p1' },
  },
  {
    name: 'a refused call fails',
    answer: { kind: 'refused', reason: 'postmark-406' },
    step: { state: 'failed', reason: 'postmark-406' },
  },
  {
    name: 'a call that certainly had no effect waits a little',
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
    name: 'a call that may have taken effect is never queued, but looked up later',
    answer: { kind: 'unclear', reason: 'http-500' },
    step: { state: 'unknown', reason: 'http-500', delaySeconds: 3 },
  },
]

test.for(cases)('$name', ({ answer, attemptNo = 1, step }) => {
  expect(toStep(answer, attemptNo, waits)).toEqual(step)
})
