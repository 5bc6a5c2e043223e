import { z } from 'zod'
import { defineEvent, type EventOf } from '../event.ts'
import { role } from '../http/identity.ts'
import { instant } from '../values.ts'

/** Facts published by identity. */

export const userRegistered = defineEvent({
  type: 'UserRegistered',
  summary: 'A person signed up. Whether the address is theirs is not known yet.',
  topic: 'identity.users',
  publisher: 'identity',
  key: (data) => data.userId,
  data: z.object({ userId: z.uuid(), registeredAt: instant }),
})

export const userConfirmed = defineEvent({
  type: 'UserConfirmed',
  summary: 'A user has shown that the address is theirs: at sign-up, or after changing it.',
  topic: 'identity.users',
  publisher: 'identity',
  key: (data) => data.userId,
  data: z.object({
    userId: z.uuid(),
    /** Lower-cased. */
    email: z.email(),
    confirmedAt: instant,
  }),
})

export const userNamed = defineEvent({
  type: 'UserNamed',
  summary: 'A user has another display name, or none any more. It is what their reviews are signed with.',
  topic: 'identity.users',
  publisher: 'identity',
  key: (data) => data.userId,
  data: z.object({
    userId: z.uuid(),
    /** One line of at most 40 characters; null for "Anonymous". */
    displayName: z.nullable(z.string()),
    /** The later of two events of a user stands. */
    namedAt: instant,
  }),
})

export const userAddressChanged = defineEvent({
  type: 'UserAddressChanged',
  summary:
    'A user has another address, confirmed at the old and the new one. What services keep for the user under the old address goes along.',
  topic: 'identity.users',
  publisher: 'identity',
  key: (data) => data.userId,
  data: z.object({
    userId: z.uuid(),
    /** Both lower-cased. */
    oldEmail: z.email(),
    newEmail: z.email(),
    /** Data that the old address stored until then are the user's; later ones are another visitor's. */
    changedAt: instant,
  }),
})

export const userLinksEnded = defineEvent({
  type: 'UserLinksEnded',
  summary:
    'A user has ended the links of all mails so far: by a button, or by logging out everywhere. A link from before that instant opens nothing.',
  topic: 'identity.users',
  publisher: 'identity',
  key: (data) => data.userId,
  data: z.object({
    userId: z.uuid(),
    /** SHA-256 of the normalised address, hex. */
    addressHash: z.string(),
    endedAt: instant,
  }),
})

export const userRolesChanged = defineEvent({
  type: 'UserRolesChanged',
  summary:
    'A role was granted to a user or taken from one. A role that is not named here ends at the next request.',
  topic: 'identity.users',
  publisher: 'identity',
  key: (data) => data.userId,
  data: z.object({
    userId: z.uuid(),
    /** All roles that the user has now. */
    roles: z.array(role),
    /** The later of two events of a user stands. */
    changedAt: instant,
  }),
})

export const userDeleted = defineEvent({
  type: 'UserDeleted',
  summary:
    'An account is gone. Each service erases what it keeps of the user, or under one of these addresses.',
  topic: 'identity.users',
  publisher: 'identity',
  key: (data) => data.userId,
  data: z.object({
    userId: z.uuid(),
    /** SHA-256 of each normalised address that the user had confirmed, hex. */
    addressHashes: z.array(z.string()).min(1),
    /**
     * Hashes of the addresses that the user had left before. Data under them since `usedUntil` are another visitor's. Absent for an address
     * that was left in an earlier release.
     */
    formerAddresses: z.array(z.object({ addressHash: z.string(), usedUntil: instant })).optional(),
    deletedAt: instant,
  }),
})

/** An address of a deleted account. Data under it from before that instant are erased. */
export type ErasedAddress = { userId: string; addressHash: string; deletedAt: string }

/** The addresses whose data a deletion erases, each with the instant until which it was the user's. */
export function erasedAddressesOf({ data, occurredAt }: EventOf<typeof userDeleted>): ErasedAddress[] {
  const deletedAt = occurredAt.toISOString()
  const leftAt = new Map(data.formerAddresses?.map((former) => [former.addressHash, former.usedUntil]))
  return data.addressHashes.map((addressHash) => ({
    userId: data.userId,
    addressHash,
    deletedAt: earlier(leftAt.get(addressHash) ?? deletedAt, deletedAt),
  }))
}

const earlier = (one: string, other: string) => (Date.parse(one) < Date.parse(other) ? one : other)

/** The key with which every service checks a token by itself. */
export const signingKeyPublished = defineEvent({
  type: 'SigningKeyPublished',
  summary:
    'Access tokens are signed with this key from now on. Published again, with `acceptUntil`, when another key takes its place.',
  topic: 'identity.keys',
  publisher: 'identity',
  key: (data) => data.keyId,
  data: z.object({
    keyId: z.string(),
    /** Ed25519, the public half alone: SubjectPublicKeyInfo in PEM. */
    publicKey: z.string(),
    /** Null while the key signs: its end is not known yet. */
    acceptUntil: z.nullable(instant),
  }),
})
