import { READ_AT_HEADER, type LiveRide } from '@walkon/contracts/http/parks'
import { startService } from './gateway.ts'

export const PARK_ID = '75ea578a-adc8-4116-a54d-dccb60765ef9'

export const aSharedRide = (name: string, waitMinutes: number | null, popularity = 50): LiveRide => ({
  rideId: '352feb94-e52e-45eb-9c92-e4b44c6b1a9d',
  name,
  status: 'OPERATING',
  waitMinutes,
  changedAt: null,
  previousWaitMinutes: null,
  usualMinutes: null,
  today: [],
  popularity,
})

/** park-data with one park, whose board a test may change. */
export async function startParkData(parkName: string) {
  const state = { rides: [] as LiveRide[], boards: 0, lists: 0 }
  const url = await startService((app) => {
    app.get('/destinations', async () => {
      state.lists++
      const parks = [{ id: PARK_ID, name: parkName, timezone: 'America/New_York' }]
      return [{ id: PARK_ID, name: 'Florida', slug: null, parks }]
    })
    app.get(`/${PARK_ID}/live`, async (_request, reply) => {
      state.boards++
      return reply.header(READ_AT_HEADER, '2026-04-14T18:10:00.000Z').send(state.rides)
    })
  })
  return { url, state }
}
