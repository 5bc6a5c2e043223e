import { liveBoard, READ_AT_HEADER } from '@walkon/contracts/http/parks'
import { AppError } from '@walkon/service/errors'
import { renderAsync } from '@resvg/resvg-js'
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import type { Park, ParkList } from './park-list.ts'
import { toParkPicture } from './park-picture.ts'

/** Where the picture of a park's board is, and the one of no park. */
export const pictureAddress = (parkId: string): string => `/share/parks/${parkId}.png`
const GENERAL_PICTURE = '/share.png'

/** Each park's picture is drawn at most once a minute, and shared by all requests. */
const FRESH_MS = 60_000
const TIMEOUT_MS = 3_000
/** Pictures that are kept, about 40 kB each: more than there are parks. */
const MOST_KEPT = 400

const FONT_FOLDER = join(import.meta.dirname, '../../share-fonts')
const FONTS = {
  fontFiles: ['wide', 'normal', 'normal-ext', 'tight'].map((width) =>
    join(FONT_FOLDER, `archivo-${width}.ttf`),
  ),
  loadSystemFonts: false,
  defaultFontFamily: 'Archivo SemiBold',
}

type Kept = { madeAtMs: number; picture: Promise<Buffer | null> }

export type ParkPictureDeps = { parks: ParkList; parkDataUrl: string; now: () => number }

/**
 * `GET /share/parks/<id>.png`: a park's board as a picture, for previews of shared links. Drawn on a thread of its own, so that no other
 * answer waits. Without a board it leads to the picture of the site.
 */
export async function parkPictures(
  app: FastifyInstance,
  { parks, parkDataUrl, now }: ParkPictureDeps,
): Promise<void> {
  const kept = new Map<string, Kept>()

  app.get<{ Params: { parkId: string } }>('/share/parks/:parkId.png', async ({ params }, reply) => {
    const picture = await findPicture(params.parkId)
    reply.header('cache-control', `public, max-age=${FRESH_MS / 1_000}`)
    return picture ? reply.type('image/png').send(picture) : reply.redirect(GENERAL_PICTURE)
  })

  async function findPicture(parkId: string): Promise<Buffer | null> {
    const park = await parks.get(parkId)
    if (!park) throw new AppError('route-not-found', 'There is nothing at this address')
    const known = kept.get(parkId)
    if (known && now() - known.madeAtMs < FRESH_MS) return known.picture
    if (kept.size >= MOST_KEPT) kept.clear()
    const picture = draw(park).catch(() => null)
    kept.set(parkId, { madeAtMs: now(), picture })
    return picture
  }

  async function draw(park: Park): Promise<Buffer | null> {
    const response = await fetch(`${parkDataUrl}/${park.id}/live`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const rides = liveBoard.parse(await response.json())
    const readAt = new Date(response.headers.get(READ_AT_HEADER) ?? now())
    const svg = toParkPicture({ park, rides, readAt })
    return svg === null ? null : (await renderAsync(svg, { font: FONTS })).asPng()
  }
}
