import type { Role } from '@walkon/contracts/http/identity'

/** How well a session has shown whose it is: one factor, or two. */
export type Assurance = 'aal1' | 'aal2'

/** What the user says about themselves, in GoTrue's shape. */
export type UserMetadata = Record<string, unknown>

/** An account. Its address is confirmed: a sign-up becomes an account with that. */
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

/** What a token and an answer say of a user beside the account itself. */
export type UserDetails<Account extends User = User> = {
  user: Account
  roles: Role[]
  /** False for an account whose owner has not chosen one yet, or signs in by mail only. */
  hasPassword: boolean
  factors: FactorSummary[]
  emailChange: { newEmail: string; sentAt: Date } | null
}
