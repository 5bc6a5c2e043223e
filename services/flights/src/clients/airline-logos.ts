import { readCapped } from '@walkon/service/provider-client'

/** The signs of airlines on Duffel's asset host, by IATA code. */
export type AirlineLogos = {
  /** An SVG; null where there is none, or none that we would show. Rejects when the host does not answer. */
  find(code: string): Promise<string | null>
}

const LONGEST_LOGO_BYTES = 64 * 1024

export function createAirlineLogos({
  logosUrl,
  timeoutSeconds,
}: {
  logosUrl: string
  timeoutSeconds: number
}): AirlineLogos {
  return {
    async find(code) {
      const response = await fetch(`${logosUrl.replace(/\/$/, '')}/${code}.svg`, {
        signal: AbortSignal.timeout(timeoutSeconds * 1_000),
        redirect: 'error',
      })
      if (response.status >= 500) throw new Error(`The logos' host answered ${response.status}`)
      const isSvg = response.headers.get('content-type')?.split(';')[0]?.trim() === 'image/svg+xml'
      if (!response.ok || !isSvg) return null
      const drawn = await readCapped(response, LONGEST_LOGO_BYTES).catch(() => null)
      return drawn?.includes('<svg') ? drawn : null
    },
  }
}
