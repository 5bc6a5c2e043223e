import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { instant } from '../values.ts'

/** Facts published by identity. */

/** Somebody signed up; whether the address is theirs is not known yet. */
export const userRegistered = defineEvent({
  type: 'UserRegistered',
  topic: 'identity.users',
  publisher: 'identity',
  key: (data) => data.userId,
  data: z.object({ userId: z.uuid(), registeredAt: instant }),
})

/** The user has shown that the address is theirs: at sign-up, or when they changed it. */
export const userConfirmed = defineEvent({
  type: 'UserConfirmed',
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

/** The account is gone. Whoever keeps something of the user, or under one of these addresses, erases it. */
export const userDeleted = defineEvent({
  type: 'UserDeleted',
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

/**
 * A key that access tokens are signed with from now on. Published again, with `acceptUntil`, when another takes its
 * place: what every service needs to check a token, without asking anybody.
 */
export const signingKeyPublished = defineEvent({
  type: 'SigningKeyPublished',
  topic: 'identity.keys',
  publisher: 'identity',
  key: (data) => data.keyId,
  data: z.object({
    keyId: z.string(),
    /** Ed25519, the public half alone: SubjectPublicKeyInfo in PEM. */
    publicKey: z.string(),
    /** Null while nobody knows. */
    acceptUntil: z.nullable(instant),
  }),
})
