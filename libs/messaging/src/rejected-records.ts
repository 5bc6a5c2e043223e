import type { NewRecord } from './event-log.ts'

export type RejectedRecord = {
  /** Where it stood among the records of the call. */
  index: number
  topic: string
  key: string | null
  reason: string
}

/** Records that the log will never take, however often they are tried. All others of the call are durable. */
export class RejectedRecords extends Error {
  readonly rejected: RejectedRecord[]

  constructor(rejected: RejectedRecord[]) {
    super(`The log refuses ${rejected.length} records: ${rejected[0]?.reason}`)
    this.name = 'RejectedRecords'
    this.rejected = rejected
  }
}

/** Kafka's own default limit for a batch of one record is 1,048,588 bytes, overhead included. */
export const MAX_RECORD_BYTES = 1_000_000

/** A dead letter is as large as the unreadable message, and the headers that say why. */
export const MAX_DEAD_LETTER_BYTES = 2_000_000

/** A record with its place in the call, and what it weighs. */
export type Weighed = { index: number; record: NewRecord; bytes: number }

/** Sorts out, before anything is sent, what no log of ours takes. */
export function weighRecords(records: NewRecord[]): { accepted: Weighed[]; rejected: RejectedRecord[] } {
  const weighed = records.map((record, index) => ({ index, record, bytes: bytesOf(record) }))
  const reasons = new Map(weighed.map((entry) => [entry, reasonToReject(entry)]))
  return {
    accepted: weighed.filter((entry) => !reasons.get(entry)),
    rejected: weighed.flatMap((entry) => toRejected(entry, reasons.get(entry) ?? null)),
  }
}

export const rejection = ({ index, record }: Weighed, reason: string): RejectedRecord => ({
  index,
  topic: record.topic,
  key: record.key,
  reason,
})

const toRejected = (entry: Weighed, reason: string | null) => (reason ? [rejection(entry, reason)] : [])

function reasonToReject({ record, bytes }: Weighed): string | null {
  const limit = record.topic.endsWith('.dlq') ? MAX_DEAD_LETTER_BYTES : MAX_RECORD_BYTES
  if (bytes > limit) return `${bytes} bytes are more than the ${limit} that fit`
  const texts = [record.key ?? '', ...Object.entries(record.headers).flat()]
  return texts.some((text) => text.includes('\0')) ? 'a key or header has a NUL character' : null
}

/** With the overhead of a batch, a record and its texts. */
function bytesOf({ key, value, headers }: NewRecord): number {
  const texts = [key ?? '', ...Object.entries(headers).flat()]
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 5, 100) + (value?.length ?? 0)
}
