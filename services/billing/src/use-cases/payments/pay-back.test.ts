import { createLog } from '@walkon/service/log'
import { createTestTracer } from '@walkon/service/testing/tracer'
import { inTraceOfItsOwn } from '@walkon/service/trace-context'
import { expect, test } from 'vitest'
import { payBack } from './pay-back.ts'

const log = createLog({ service: 'billing', level: 'silent' })
const subject = { kind: 'checkout', id: '7f1f4bb8-3c1d-4a57-8d2c-0b2f4c3b1a90' } as const
const call = { subject, idempotencyKey: 'refund-1', paymentIntent: 'pi_1', amountCents: 100 }

test('the turn that makes a refund is recorded, although nothing is told yet', async () => {
  const { tracer, spans } = createTestTracer()
  const stripe = { refund: async () => null }

  await inTraceOfItsOwn('settle-checkout', () => payBack({ stripe, log }, call), tracer)

  expect(spans.map(({ name }) => name)).toEqual(['settle-checkout'])
})
