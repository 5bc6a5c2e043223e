import { destinationList } from '@walkon/contracts/http/parks'
import { setTimeout as after } from 'node:timers/promises'

const GIVE_UP_MS = 30_000
const ASK_AGAIN_MS = 100

/**
 * Resolves when every destination has been read once, so that the first visitor finds parks and waits, and after 30
 * seconds in any case. Asks park-data's metrics, because a request for a board would count as a viewer of it.
 */
export async function boardsRead({ url, operatorUrl }: { url: string; operatorUrl: string }): Promise<void> {
  for (const giveUpAt = Date.now() + GIVE_UP_MS; Date.now() < giveUpAt; await after(ASK_AGAIN_MS)) {
    const answer = await fetch(`${url}/destinations`).catch(() => null)
    const destinations = destinationList.safeParse(await answer?.json().catch(() => null))
    if (!destinations.success || answer?.headers.get('cache-control') === 'no-store') continue
    const metrics = await fetch(`${operatorUrl}/metrics`).then((response) => response.text())
    const read = metrics.split('\n').filter((line) => line.startsWith('poll_age_seconds{'))
    if (read.length >= destinations.data.length) return
  }
}
