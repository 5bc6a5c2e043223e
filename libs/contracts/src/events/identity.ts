import { z } from 'zod'
import { defineEvent } from '../event.ts'
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
    deletedAt: instant,
  }),
})

/** What every service needs to check a token by itself. */
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
