import { BodyTooLong, readCapped } from '@walkon/service/provider-client'
import { unusable } from './feed-failure.ts'

/** One request, and what its answer has beside the body. */
export type Exchange = {
  signal: AbortSignal
  apiKey: string | undefined
  /** The ETag of the remembered answer. */
  knownEtag: string | null
  /** Set from the answer. */
  etag: string | null
}

/** The largest destination's answer is a tenth of this. */
const LONGEST_BODY_BYTES = 8 * 1024 * 1024

/**
 * Does what the SDK does not: sends the key, makes conditional requests, and stops reading at the largest allowed body. The
 * body is read here, because the SDK's time-out covers only its fetch.
 */
export function fetchFor(exchange: Exchange): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    if (exchange.apiKey) headers.set('x-api-key', exchange.apiKey)
    if (exchange.knownEtag) headers.set('if-none-match', exchange.knownEtag)
    const signal = init?.signal ? AbortSignal.any([init.signal, exchange.signal]) : exchange.signal
    const response = await fetch(input, { ...init, headers, signal })
    exchange.etag = response.headers.get('etag')
    const { status, statusText } = response
    const body = await readBody(response)
    return new Response(body, { status, statusText, headers: response.headers })
  }
}

async function readBody(response: Response): Promise<string | null> {
  if ([204, 205, 304].includes(response.status)) return null
  try {
    return await readCapped(response, LONGEST_BODY_BYTES)
  } catch (error) {
    throw error instanceof BodyTooLong ? unusable(error.message) : error
  }
}
