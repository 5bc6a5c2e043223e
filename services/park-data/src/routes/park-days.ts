import { parkHours } from '@walkon/contracts/http/park-day'
import { problems } from '@walkon/contracts/http/problem'
import { parkUsualWaits } from '@walkon/contracts/http/usual-waits'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { getPark, parkParams } from '../http/requested-park.ts'
import type { Directory } from '../use-cases/catalogue/read-directory.ts'
import { showParkHours } from '../use-cases/catalogue/show-park-hours.ts'
import { createParkUsualReader } from '../use-cases/history/show-park-usual-waits.ts'

type ParkDaysDeps = { db: Database; directory: Directory; now: () => Date }

export async function parkDayRoutes(app: HttpApp, { directory, ...deps }: ParkDaysDeps): Promise<void> {
  const readUsual = createParkUsualReader(deps)

  app.get(
    '/:parkId/hours',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read the opening hours of a park, of today and the next days',
        operationId: 'readParkHours',
        tags: ['parks'],
        success: 'Each day with its hours, with early entry and ticketed events.',
        params: parkParams,
        response: { 200: parkHours, ...problems('park-not-found') },
      },
    },
    async (request, reply) => {
      const hours = await showParkHours(deps, await getPark(directory, request.params.parkId))
      reply.header('cache-control', 'public, max-age=300')
      return hours
    },
  )

  app.get(
    '/:parkId/usual',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read how short each ride of a park usually gets',
        operationId: 'readParkUsualWaits',
        tags: ['parks'],
        success:
          'For each ride the share of the time at which it was at or below each limit, and its best hour.',
        params: parkParams,
        response: { 200: parkUsualWaits, ...problems('park-not-found') },
      },
    },
    async (request, reply) => {
      const usual = await readUsual(await getPark(directory, request.params.parkId))
      reply.header('cache-control', 'public, max-age=600')
      return usual
    },
  )
}
