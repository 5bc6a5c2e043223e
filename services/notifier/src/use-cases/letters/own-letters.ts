import { hashAddress } from '@walkon/service/address-hash'
import { randomUUIDv7 } from 'node:crypto'
import type { NewDelivery } from '../../db/deliveries/deliveries.ts'

type OwnLetter = Pick<NewDelivery, 'sourceId' | 'content'> &
  Partial<Pick<NewDelivery, 'source' | 'list'>> & {
    email: string
    /** How long the mail is of use. */
    usefulHours: number
    now: Date
    /**
     * When the letter was known to be for this address, if that was not now. A change of the address, or its erasure, acts on older ones.
     */
    knownAt?: string
  }

/** A mail that this service sends on its own account: no other service has asked for it. Two mails of one source are one. */
export const toOwnLetter = ({
  email,
  usefulHours,
  now,
  knownAt = now.toISOString(),
  source = 'notification',
  ...letter
}: OwnLetter): NewDelivery => ({
  ...NO_REQUEST,
  ...letter,
  id: randomUUIDv7(),
  source,
  email,
  channel: 'email',
  address: email,
  addressHash: hashAddress(email),
  expiresAt: new Date(now.getTime() + usefulHours * 3_600_000).toISOString(),
  requestedAt: knownAt,
  linkHash: null,
})

/** Fields of a message that comes from no event. */
export const NO_REQUEST = { subscriptionId: null, parkId: null, observedAt: null, traceparent: null }
