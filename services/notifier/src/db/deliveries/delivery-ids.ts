import { deriveIdAt } from '@walkon/service/derived-id'

/**
 * The id of the message of an event or letter to one address. Derived, so that an event applied once more after a restore makes the
 * delivery that the provider knows: mails, texts and pushes name it.
 */
export const deliveryIdOf = (
  { sourceId, channel, addressHash }: { sourceId: string; channel: string; addressHash: string },
  requestedAt: Date,
): string => deriveIdAt(requestedAt, sourceId, `${channel}|${addressHash}`)
