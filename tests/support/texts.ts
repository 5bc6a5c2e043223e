import { expect } from 'vitest'
import { z } from 'zod'
import { eventually, todayIn, type WalkonClient } from './walkon-client.ts'

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

/** Three open rides with long waits, so that none of them has alerted before the number is confirmed. */
export async function threeLongWaits(client: WalkonClient, parkId: string) {
  const rides = (await client.board(parkId)).filter(({ status }) => status === 'OPERATING').slice(0, 3)
  for (const { rideId } of rides) await client.pinRide(rideId, { status: 'OPERATING', waitMinutes: 90 })
  const isPinned = ({ rideId, waitMinutes }: { rideId: string; waitMinutes: number | null }) =>
    waitMinutes === 90 && rides.some((ride) => ride.rideId === rideId)
  await eventually(async () => (await client.board(parkId)).filter(isPinned).length === rides.length)
  return rides.map(({ rideId, name }) => ({
    /** As a text writes it, whatever marks the name has. */
    firstWord: name.split(/[^\w]/)[0] ?? name,
    name,
    becomeShort: () => client.pinRide(rideId, { waitMinutes: 5 }),
  }))
}
