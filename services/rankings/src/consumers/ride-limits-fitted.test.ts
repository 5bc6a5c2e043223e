import { rideLimitsFitted } from '@walkon/contracts/events/park-data'
import { heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { catalog, hear, list, rate } = service

const hours = (...minutes: number[]) => [...minutes, ...Array<null>(24 - minutes.length).fill(null)]

test('rides without a rating follow the ranked ones without a rank, the most wanted first, in both sorts and on every page', async () => {
  const rides = ['Quiet', 'Headline', 'Unfitted', 'Rated'].map((name) => ({ id: randomUUID(), name }))
  const parkId = await catalog({}, { rides })
  const [quiet, headline] = rides.map(({ id }) => id)
  const fitted = {
    parkId,
    fittedAt: new Date().toISOString(),
    rides: [
      { rideId: quiet ?? '', weekday: hours(5, 10), weekend: hours() },
      { rideId: headline ?? '', weekday: hours(5, 45), weekend: hours(50) },
    ],
  }
  await hear([heard(rideLimitsFitted, fitted)])
  await hear([heard(rideLimitsFitted, fitted)])
  const rated = (await list({ parkId })).items.find(({ name }) => name === 'Rated')
  await rate(someone(), rated?.itemId ?? '', { stars: 1 })

  const wanted = ['1 Rated', 'null Headline', 'null Quiet', 'null Unfitted']
  for (const sort of ['highest-rated', 'most-reviews']) {
    const first = await list({ parkId, sort, limit: '2' })
    const second = await list({ parkId, sort, limit: '2', cursor: first.next ?? '' })
    expect([...first.items, ...second.items].map(({ rank, name }) => `${rank} ${name}`)).toEqual(wanted)
  }
})
