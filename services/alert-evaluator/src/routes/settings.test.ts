import { afterAll, expect, test } from 'vitest'
import { createTestEvaluator } from '../testing/evaluator.ts'

const { app, close } = await createTestEvaluator({
  DEFAULT_THRESHOLD_MINUTES: '20',
  ALERT_COOLDOWN_MINUTES: '45',
})
afterAll(close)

test('200: threshold and cooldown are those that the service alerts by, and every visitor may share the answer', async () => {
  const response = await app.inject('/settings')

  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ defaultThresholdMinutes: 20, alertCooldownMinutes: 45 })
  expect(response.headers['cache-control']).toBe('public, max-age=60')
})
