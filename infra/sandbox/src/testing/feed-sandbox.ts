import { ThemeParks } from 'themeparks'
import { z } from 'zod'
import { startSandbox } from './test-sandbox.ts'

export const MAGIC_KINGDOM = '75ea578a-adc8-4116-a54d-dccb60765ef9'
export const EPCOT = '47f90d2c-e191-4239-a466-5892ef59a88b'
export const WALT_DISNEY_WORLD = 'e957da41-3552-4cf6-b636-5babc5cbc4e5'
export const SPACE_MOUNTAIN = 'b2260923-9315-40fd-9c6b-44dd811dbe64'

const rowList = z.array(
  z.looseObject({
    id: z.string(),
    parkId: z.string().nullish(),
    lastUpdated: z.string().optional(),
    queue: z.looseObject({ STANDBY: z.object({ waitTime: z.number().nullable() }).optional() }).optional(),
  }),
)

/** A sandbox and the SDK of the real feed on it. */
export async function startFeed(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options)
  const baseUrl = `${sandbox.url}/park-feed/v1`
  const feed = new ThemeParks({ baseUrl, cache: false, retry: { max: 0, on429: false } })
  const rowsOf = async (entityId: string) => rowList.parse((await feed.entity(entityId).live()).liveData)
  return {
    ...sandbox,
    baseUrl,
    feed,
    rowsOf,
    spaceMountain: async () => {
      const row = (await rowsOf(WALT_DISNEY_WORLD)).find(({ id }) => id === SPACE_MOUNTAIN)
      if (!row) throw new Error('The destination has no row of Space Mountain')
      return row
    },
    record: (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      fetch(`${sandbox.url}/sandbox/feed/${path}`, {
        method: 'PUT',
        body: Uint8Array.from(Buffer.from(body)),
        headers,
      }),
  }
}

/** A recorded answer with these rows. */
export const recorded = (...liveData: object[]) =>
  JSON.stringify({ id: MAGIC_KINGDOM, timezone: 'America/New_York', liveData })
