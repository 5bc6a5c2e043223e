import type { NewRecord } from './event-log.ts'

/** The parts of a record in a batch; its topic, its partition and its offset follow from the place of the batch. */
export type BatchedRecord = Omit<NewRecord, 'topic'>

/** `bytes` is the length of the value, null for a record without one. */
type Head = [key: string | null, bytes: number | null, headers: Record<string, string>]

/** One line of JSON with the heads of the records, then their values, one after the other. */
export function encodeBatch(records: BatchedRecord[]): Buffer {
  const heads = records.map(({ key, value, headers }): Head => [key, value?.length ?? null, headers])
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(heads)}\n`),
    ...records.flatMap(({ value }) => value ?? []),
  ])
}

export function decodeBatch(batch: Buffer): BatchedRecord[] {
  // JSON writes a line break inside a text as an escape.
  const endOfHeads = batch.indexOf('\n')
  const heads = JSON.parse(batch.toString('utf8', 0, endOfHeads)) as Head[]
  let from = endOfHeads + 1
  return heads.map(([key, bytes, headers]) => {
    const value = bytes === null ? null : batch.subarray(from, from + bytes)
    from += bytes ?? 0
    return { key, value, headers }
  })
}
