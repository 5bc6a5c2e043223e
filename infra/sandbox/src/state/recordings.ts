import { z } from 'zod'
import type { Store } from './store.ts'

export const RECORDING_KINDS = ['live', 'schedule', 'children', 'entity'] as const
export type RecordingKind = (typeof RECORDING_KINDS)[number]

/** A recorded response, byte for byte as it was uploaded; it need not be JSON. */
export type Recording = { body: Buffer; contentType: string }

const recordingRow = z.object({ content_type: z.string(), body: z.instanceof(Uint8Array) })

export function saveRecording(
  store: Store,
  entityId: string,
  kind: RecordingKind,
  recording: Recording,
  now: Date,
): void {
  store
    .sql('insert or replace into recordings values (?, ?, ?, ?, ?)')
    .run(entityId, kind, recording.contentType, recording.body, now.getTime())
}

/** The row stays without its body, because its replacement changed at this moment. */
export function deleteRecording(store: Store, entityId: string, kind: RecordingKind, now: Date): boolean {
  const deleted = store
    .sql(
      'update recordings set body = null, changed_at = ? where entity_id = ? and kind = ? and body is not null',
    )
    .run(now.getTime(), entityId, kind)
  return deleted.changes === 1
}

export function findRecording(store: Store, entityId: string, kind: RecordingKind): Recording | null {
  const row = store
    .sql('select content_type, body from recordings where entity_id = ? and kind = ? and body is not null')
    .get(entityId, kind)
  if (!row) return null
  const { content_type: contentType, body } = recordingRow.parse(row)
  return { contentType, body: Buffer.from(body) }
}

/** When the last recording of a park's waits was taken away. */
export function liveRestoredAt(store: Store, entityId: string): Date | null {
  const row = store
    .sql(`select changed_at from recordings where entity_id = ? and kind = 'live' and body is null`)
    .get(entityId)
  return row ? new Date(z.object({ changed_at: z.int() }).parse(row).changed_at) : null
}

/** True if a recording of waits speaks of a ride: one that the catalogue does not know can be pinned too. */
export function recordedRideExists(store: Store, rideId: string): boolean {
  const rows = store
    .sql(`select content_type, body from recordings where kind = 'live' and body is not null`)
    .all()
  return z
    .array(recordingRow)
    .parse(rows)
    .some(({ body }) => Buffer.from(body).includes(`"${rideId}"`))
}
