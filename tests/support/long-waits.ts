import { eventually, type WalkonClient } from './walkon-client.ts'

/**
 * Three open rides with long waits, the longest first, pinned there: none of them alerts before the test lets it become short, not
 * even by a reading from before the pins.
 */
export async function threeLongWaits(client: WalkonClient, parkId: string) {
  const rides = await eventually(async () => {
    const open = (await client.board(parkId)).filter(({ status }) => status === 'OPERATING')
    if (open.length < 3) return false
    return open.toSorted((one, other) => (other.waitMinutes ?? 0) - (one.waitMinutes ?? 0)).slice(0, 3)
  })
  for (const { rideId } of rides) await client.pinRide(rideId, { status: 'OPERATING', waitMinutes: 90 })
  const isPinned = ({ rideId, waitMinutes }: { rideId: string; waitMinutes: number | null }) =>
    waitMinutes === 90 && rides.some((ride) => ride.rideId === rideId)
  await eventually(async () => (await client.board(parkId)).filter(isPinned).length === rides.length)
  const [first, second, third] = rides.map(({ rideId, name }) => ({
    rideId,
    name,
    /** As a text writes it, whatever marks the name has. */
    plainWords: name.split(/[^\w ]/).toSorted((one, other) => other.length - one.length)[0] ?? name,
    becomeShort: () => client.pinRide(rideId, { waitMinutes: 5 }),
  }))
  if (!first || !second || !third) throw new Error('No three rides are open')
  return [first, second, third] as const
}
