import type { Cache } from '@walkon/service/cache'
import { AppError, notFound } from '@walkon/service/errors'
import type { AirlineLogos } from '../clients/airline-logos.ts'

export type LogoDeps = { cache: Cache; logos: AirlineLogos }

const KEPT_SECONDS = 86_400
/** Kept for an airline without a logo. */
const NONE = ''

/** An airline's logo as SVG. Throws `airline-logo-not-found`, and `unavailable` when its host does not answer. */
export async function readLogo({ cache, logos }: LogoDeps, code: string): Promise<string> {
  const key = `airline-logo:${code}`
  const known = await cache.get(key).catch(() => null)
  const logo = known ?? (await fetchLogo(logos, code)) ?? NONE
  if (known === null) await cache.set(key, logo, KEPT_SECONDS).catch(() => {})
  if (logo === NONE) throw notFound('airline-logo')
  return logo
}

async function fetchLogo(logos: AirlineLogos, code: string): Promise<string | null> {
  try {
    return await logos.find(code)
  } catch (error) {
    throw new AppError('unavailable', 'The logo cannot be had at the moment', {
      cause: error,
      retryAfterSeconds: 60,
    })
  }
}
