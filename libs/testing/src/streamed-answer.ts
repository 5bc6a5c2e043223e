import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

type StreamedAnswer = { headers: Record<string, unknown>; stream: () => Readable }

/** The body of an answer, empty for a live stream, which has no end. */
export async function readAnswer({ headers, stream }: StreamedAnswer): Promise<string> {
  if (!String(headers['content-type']).startsWith('text/event-stream')) return text(stream())
  stream().destroy()
  return ''
}
