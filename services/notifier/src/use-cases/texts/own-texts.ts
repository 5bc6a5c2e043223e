import { hashAddress } from '@walkon/service/address-hash'
import { randomUUIDv7 } from 'node:crypto'
import type { TextLinks } from '../../channels/text-links.ts'
import type { NewDelivery } from '../../db/deliveries/deliveries.ts'
import type { DeliveryContent } from '../../domain/content.ts'
import { NO_REQUEST } from '../letters/own-letters.ts'

type OwnText = {
  number: string
  /** The owner of the text's alerts, so that an erasure finds it. */
  email: string
  /** When the alerts were known to be those of this address. A change of the address, or its erasure, acts on older ones. */
  knownAt: string
  content: DeliveryContent
  usefulMinutes: number
  /** The park that its link opens; without one the link opens no alerts. */
  parkId?: string
  /** Two texts of one source are one. */
  sourceId?: string
}

/** A text that this service sends on its own account: no other service has asked for it. */
export function toOwnText(
  { number, email, knownAt, content, usefulMinutes, parkId, sourceId = randomUUIDv7() }: OwnText,
  { links, now }: { links: TextLinks; now: Date },
): NewDelivery {
  const id = randomUUIDv7()
  return {
    ...NO_REQUEST,
    id,
    source: 'notification',
    sourceId,
    email,
    channel: 'sms',
    address: number,
    addressHash: hashAddress(number),
    parkId: parkId ?? null,
    content,
    expiresAt: new Date(now.getTime() + usefulMinutes * 60_000).toISOString(),
    requestedAt: knownAt,
    linkHash: links.hashOf(id),
  }
}
