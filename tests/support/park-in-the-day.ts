import type { WalkonClient } from './walkon-client.ts'

/**
 * A park with at least an hour of its day behind it, and two before it ends at 4 am: the day's chart has more than its beginning, and
 * what lasts for the day outlasts the cooldown of an alert.
 */
export async function parkInTheDay(client: WalkonClient) {
  const [east, west] = [await client.parkNamed(/Magic Kingdom/), await client.parkNamed(/^Disneyland$/)]
  return [1, 2, 3, 4].includes(hourIn(east.timezone)) ? west : east
}

const hourIn = (timezone: string) =>
  Number(new Intl.DateTimeFormat('en', { timeZone: timezone, hour: 'numeric', hourCycle: 'h23' }).format())
