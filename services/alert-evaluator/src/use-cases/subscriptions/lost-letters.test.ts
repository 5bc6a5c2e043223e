import { FOUND_AGAIN, loseLetter } from '@walkon/testing/lost-letters'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { aPass, createTestEvaluator } from '../../testing/evaluator.ts'
import { mailManageLink } from './mail-manage-link.ts'

const evaluator = await createTestEvaluator()
afterAll(evaluator.close)

test('the gauge finds a lost letter with the link to alerts, which is requested again', async () => {
  const email = 'ada@example.com'
  await evaluator.hear([aPass(await evaluator.startWithPark(1), { email })])
  const asked = { email, requestId: randomUUID(), reason: 'Lost the link' }
  await mailManageLink({ db: evaluator.db, now: () => new Date() }, randomUUID(), asked)

  expect(await loseLetter(evaluator, 'manage-link')).toEqual(FOUND_AGAIN)
})
