import type { FailureOptions, ProviderFailure, ProviderFailureKind } from './provider-failure.ts'

/** Parts of a client of another company's API that is called with `fetch`. */

export type Wire<Failure extends ProviderFailure<string>> = {
  /** The provider's name in the messages of failures: `The provider of fares`. */
  name: string
  mostBytes: number
  Failure: new (kind: ProviderFailureKind, message: string, options?: FailureOptions) => Failure
  /** Maps an error status to a failure. The text is empty if it could not be read. */
  toFailure: (response: Response, text: string) => Failure
}

/** The body of a success as parsed JSON. Throws a `Failure` for every other answer, and for none. */
export async function fetchJson<Failure extends ProviderFailure<string>>(
  url: string,
  init: RequestInit,
  { name, mostBytes, Failure, toFailure }: Wire<Failure>,
): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error' })
    if (!response.ok) throw toFailure(response, await readCapped(response, mostBytes).catch(() => ''))
    return JSON.parse(await readCapped(response, mostBytes))
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof BodyTooLong) throw new Failure('unusable', error.message)
    if (error instanceof SyntaxError)
      throw new Failure('unusable', 'The answer is not JSON', { cause: error })
    throw new Failure('unreachable', `${name} did not answer`, { cause: error })
  }
}

export class BodyTooLong extends Error {}

/** A body as text, read no further than it may be long. Throws `BodyTooLong` past that. */
export async function readCapped({ body }: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new BodyTooLong(`The answer is longer than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export type Pauses = {
  /** If the header is missing or cannot be read. */
  defaultMs: number
  leastMs?: number
  longestMs: number
}

/** A `Retry-After` (RFC 9110), which is seconds or a date, in milliseconds from now on. */
export function toPauseMs(
  retryAfter: string | null,
  now: Date,
  { defaultMs, leastMs = 1_000, longestMs }: Pauses,
): number {
  if (!retryAfter) return defaultMs
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now.getTime()
  return Number.isNaN(ms) ? defaultMs : Math.min(Math.max(ms, leastMs), longestMs)
}
