import { enumChecks } from '@walkon/service/enum-checks'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
  bigint,
} from 'drizzle-orm/pg-core'
import type { AuthenticationMethod } from '../domain/authentication.ts'
import {
  CHALLENGE_METHODS,
  CODE_PURPOSES,
  MAIL_REQUEST_KINDS,
  TOKEN_PURPOSES,
} from '../domain/one-time-token.ts'
import { ASSURANCES } from '../domain/user.ts'
import { users } from './user-tables.ts'

export { inbox } from '@walkon/messaging/inbox-marks'
export { outbox } from '@walkon/messaging/outbox'
export { outboxBatches } from '@walkon/messaging/outbox-batches'
export { adminActions } from '@walkon/runtime/admin-actions'
export { requestedLetters } from '@walkon/runtime/requested-letters'
/** The public halves of the signing keys, which every service has. */
export { signingKeys } from '@walkon/runtime/signing-keys'
export { confirmedNumbers, signInNumbers, textCodes, textRequests } from './number-tables.ts'
export { formerAddresses, hashOf, userRoles, users } from './user-tables.ts'

const instant = () => timestamp({ withTimezone: true })

/**
 * Sign-ups that wait for their confirmation. A row is written also for an address that has an account, so that the
 * work tells nothing. Each keeps its own password, because several persons may sign up with one address.
 */
export const signUps = pgTable(
  'sign_ups',
  {
    /** The id of the user, once confirmed. */
    id: uuid().primaryKey(),
    email: text().notNull(),
    passwordHash: text(),
    userMetadata: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('sign_ups_by_email').on(table.email, table.createdAt),
    index('sign_ups_by_expiry').on(table.expiresAt),
  ],
)

/** Mails that were asked for. The address's account is looked up after the request was answered. */
export const mailRequests = pgTable(
  'mail_requests',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: MAIL_REQUEST_KINDS }).notNull(),
    email: text().notNull(),
    signUpId: uuid(),
    /** For another client than ours: where its link leads, and its PKCE challenge. */
    redirectTo: text(),
    codeChallenge: text(),
    codeChallengeMethod: text({ enum: CHALLENGE_METHODS }),
    /** A magic link for an unknown address makes an account. */
    mayCreate: boolean().notNull().default(false),
    createdAt: instant().notNull(),
  },
  (table) => [...enumChecks(table), index('mail_requests_by_time').on(table.createdAt)],
)

/** The token of a mail: a link and a code. Deleted when it is used. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: uuid().primaryKey(),
    purpose: text({ enum: TOKEN_PURPOSES }).notNull(),
    /** The address that it was mailed to. */
    email: text().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    signUpId: uuid().references(() => signUps.id, { onDelete: 'cascade' }),
    /** The address that a change of address leads to. */
    newEmail: text(),
    /** SHA-256, hex. */
    tokenHash: text().notNull().unique(),
    /** A MAC, because a plain hash of one in a million codes is guessed at once. */
    codeHash: text().notNull(),
    /** How often the codes of its address and purpose had been tried before it: in all, and from known devices. */
    triesBefore: integer().notNull().default(0),
    deviceTriesBefore: integer().notNull().default(0),
    codeExpiresAt: instant().notNull(),
    expiresAt: instant().notNull(),
    redirectTo: text(),
    codeChallenge: text(),
    codeChallengeMethod: text({ enum: CHALLENGE_METHODS }),
    /** The code that a PKCE client exchanges, once its link was opened. */
    authCodeHash: text().unique(),
    authCodeExpiresAt: instant(),
    /** When the first of the two mails of a change of address was confirmed; it waits for the other. */
    usedAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    ...enumChecks(table),
    index('one_time_tokens_by_email').on(table.email),
    index('one_time_tokens_of_user').on(table.userId),
    index('one_time_tokens_of_sign_up').on(table.signUpId),
    index('one_time_tokens_by_expiry').on(table.expiresAt),
  ],
)

/**
 * How often the codes of an address or number and purpose were tried. Counted by address, and written in the same way whether
 * or not there is such a mail or an account. A code accepts `MAX_CODE_ATTEMPTS` tries after its own mail.
 */
export const codeTries = pgTable(
  'code_tries',
  {
    addressHash: text().notNull(),
    purpose: text({ enum: CODE_PURPOSES }).notNull(),
    /** True for the tries of known browsers. */
    fromKnownDevice: boolean().notNull(),
    tries: integer().notNull(),
    /** The time of the last try, or of the last mail. */
    touchedAt: instant().notNull(),
  },
  (table) => [
    ...enumChecks(table),
    primaryKey({ columns: [table.addressHash, table.purpose, table.fromKnownDevice] }),
    index('code_tries_by_time').on(table.touchedAt),
  ],
)

/**
 * A session is one family of refresh tokens. A token names the session and a number in the family, so the
 * newest number is all there is to keep (docs/decisions/refresh-tokens.md).
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    refreshCounter: integer().notNull().default(1),
    /** The number that was presented for the newest. */
    parentCounter: integer().notNull().default(0),
    assurance: text({ enum: ASSURANCES }).notNull(),
    methods: jsonb().$type<AuthenticationMethod[]>().notNull(),
    /** `Chrome on Android`; empty if the client did not say. */
    device: text().notNull(),
    /** Its refresh token is in a cookie that no script reads. */
    startedInBrowser: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    refreshedAt: instant().notNull(),
    /** The end of the session, however often it is refreshed. */
    endsAt: instant().notNull(),
  },
  // None names `refreshedAt` or a counter: a refresh, of each session in each hour, writes one row and no index.
  (table) => [
    ...enumChecks(table),
    index('sessions_of_user').on(table.userId),
    index('sessions_by_end').on(table.endsAt),
  ],
)

export const factors = pgTable(
  'factors',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    friendlyName: text().notNull(),
    status: text({ enum: ['unverified', 'verified'] }).notNull(),
    /** Sealed with the service's key. */
    secret: text().notNull(),
    /** The 30-second step of the last accepted code: none is accepted twice. */
    lastUsedStep: bigint({ mode: 'number' }),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [...enumChecks(table), unique('factors_name').on(table.userId, table.friendlyName)],
)

export const challenges = pgTable(
  'challenges',
  {
    id: uuid().primaryKey(),
    factorId: uuid()
      .notNull()
      .references(() => factors.id, { onDelete: 'cascade' }),
    attempts: smallint().notNull().default(0),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('challenges_of_factor').on(table.factorId),
    index('challenges_by_expiry').on(table.expiresAt),
  ],
)

/** The private halves of the keys that sign now or later. */
export const privateKeys = pgTable('private_keys', {
  keyId: text().primaryKey(),
  /** Sealed with the service's key. */
  privateKey: text().notNull(),
  createdAt: instant().notNull(),
  signsFrom: instant().notNull(),
})
