import { hash } from 'node:crypto'

/** Version 5 UUIDs in namespaces of our own: the same row of the same poll has the same id, however often it is saved. */
const OBSERVATIONS = '6a3c2a52-6d0f-5c8e-9d5b-0f6f6f6b1c11'
const STATUS_CHANGES = '0c1d7f5e-52a4-5b36-8d1d-7a4f0a9e2b42'

export const toObservationId = (rideId: string, readAt: Date) =>
  uuidV5(OBSERVATIONS, `${rideId} ${readAt.toISOString()}`)

export const toStatusChangeId = (observationId: string) => uuidV5(STATUS_CHANGES, observationId)

function uuidV5(namespace: string, name: string): string {
  const digest = hash(
    'sha1',
    Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)]),
    'buffer',
  )
  const bytes = digest.subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
