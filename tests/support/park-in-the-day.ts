import type { WalkonClient } from './walkon-client.ts'

/**
 * A park that is neither in the last three hours of its day, which ends at 4 am, nor in the first one: what lasts for the
 * day then outlasts the cooldown of an alert, and the day's chart has more than its beginning.
 */
export async function parkInTheDay(client: WalkonClient) {
  const [east, west] = [await client.parkNamed(/Magic Kingdom/), await client.parkNamed(/^Disneyland$/)]
  return [1, 2, 3, 4].includes(hourIn(east.timezone)) ? west : east
}

const hourIn = (timezone: string) =>
  Number(new Intl.DateTimeFormat('en', { timeZone: timezone, hour: 'numeric', hourCycle: 'h23' }).format())
