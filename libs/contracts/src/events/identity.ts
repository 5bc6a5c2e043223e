import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { instant } from '../values.ts'

/** Facts published by identity. */

/** A visitor signed up with an address that is not confirmed yet. */
export const userRegistered = defineEvent({
  type: 'UserRegistered',
  topic: 'identity.users',
  publisher: 'identity',
  key: (data) => data.userId,
  data: z.object({ userId: z.uuid(), registeredAt: instant }),
})

/** The user has confirmed an address, at sign-up or after changing it. */
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

/** The account is deleted. Each service erases what it stores of the user or under one of the addresses. */
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
 * A key that signs access tokens from now on. Published again with `acceptUntil` when another key replaces it. Every service
 * checks tokens with the projected keys and needs no request to identity.
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
    /** Null while the key signs: its end is not known yet. */
    acceptUntil: z.nullable(instant),
  }),
})
