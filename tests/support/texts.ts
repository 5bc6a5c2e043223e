import { expect } from 'vitest'
import { z } from 'zod'
import { todayIn, type WalkonClient } from './walkon-client.ts'

/** What journeys with text messages share. */

const started = z.object({ sessionId: z.string() })

export const aNumber = () => `+1407555${String(1_000 + Math.floor(Math.random() * 9_000))}`

/** A pass of text messages for today, paid. */
export async function buyTexts(client: WalkonClient, email: string, phone: string) {
  const park = await client.parkNamed(/Magic Kingdom/)
  const { status, body } = await client.send('POST', '/api/billing/checkouts', {
    email,
    parkId: park.id,
    dates: [todayIn(park.timezone)],
    channel: 'sms',
    phone,
  })
  expect(status).toBe(201)
  await client.send('POST', `/sandbox/payments/${started.parse(body).sessionId}/pay`, {})
  return park
}
