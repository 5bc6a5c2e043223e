import { problems } from '@walkon/contracts/http/problem'
import { parkBestTimes } from '@walkon/contracts/http/ride-statistics'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { getPark, parkParams } from '../http/requested-park.ts'
import type { Directory } from '../use-cases/catalogue/read-directory.ts'
import { createBestTimesReader } from '../use-cases/history/show-park-best-times.ts'

type BestTimesDeps = { db: Database; directory: Directory; now: () => Date }

export async function bestTimesRoutes(app: HttpApp, { directory, ...deps }: BestTimesDeps): Promise<void> {
  const readBestTimes = createBestTimesReader(deps)

  app.get(
    '/:parkId/best-times',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read when to ride the wanted rides of a park',
        operationId: 'readParkBestTimes',
        tags: ['parks'],
        success: 'The shortest two hours of each of its ten most wanted rides, today and tomorrow.',
        params: parkParams,
        response: { 200: parkBestTimes, ...problems('park-not-found') },
      },
    },
    async (request, reply) => {
      const times = await readBestTimes(await getPark(directory, request.params.parkId))
      reply.header('cache-control', 'public, max-age=60')
      return times
    },
  )
}
