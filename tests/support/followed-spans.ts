import { readSpans, type SentSpan } from '@walkon/service/testing/collector'
import { existsSync, readFileSync, statSync } from 'node:fs'

/** Returns the spans that the product has sent to this file since this call. Spans of earlier journeys are most of the file. */
export function followSpans(file: string): () => SentSpan[] {
  let place = existsSync(file) ? statSync(file).size : 0
  const spans: SentSpan[] = []
  return () => {
    if (!existsSync(file)) return spans
    const added = readFileSync(file).subarray(place)
    // The last line may still be written.
    const end = added.lastIndexOf('\n') + 1
    place += end
    spans.push(...added.toString('utf8', 0, end).split('\n').filter(Boolean).flatMap(readSpans))
    return spans
  }
}
