import type { Role } from '@walkon/contracts/http/identity'

/** How many factors a session has shown: one (aal1) or two (aal2). */
export const ASSURANCES = ['aal1', 'aal2'] as const
export type Assurance = (typeof ASSURANCES)[number]

/** GoTrue's `user_metadata`, which the user writes. */
export type UserMetadata = Record<string, unknown>

/** An account, whose address is confirmed. */
export type User = {
  id: string
  /** Lower-cased. */
  email: string
  userMetadata: UserMetadata
  emailConfirmedAt: Date
  lastSignInAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export type FactorSummary = {
  id: string
  friendlyName: string
  status: 'unverified' | 'verified'
  createdAt: Date
  updatedAt: Date
}

/** Data for tokens and answers beside the row of the account. */
export type UserDetails<Account extends User = User> = {
  user: Account
  roles: Role[]
  /** False for an account whose owner has not chosen one yet, or signs in by mail only. */
  hasPassword: boolean
  factors: FactorSummary[]
  emailChange: { newEmail: string; sentAt: Date } | null
}
