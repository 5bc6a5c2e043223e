import { unusable } from './duffel-failure.ts'

/** A body as text, read no further than it may be long. Throws a `FareFailure` past that. */
export async function readCapped(response: Response, mostBytes: number): Promise<string> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw unusable(`The answer is longer than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
