import { z } from 'zod/mini'
import { instant, e164Number } from '../values.ts'

/** identity's own API, under `/api/identity`, for signed-in users. `/auth/v1` has GoTrue's wire format instead. */

export const role = z.enum(['admin', 'moderator', 'support'])
export type Role = z.output<typeof role>

/** `GET /api/identity/sessions`: the sessions of the user, the last used first. */
export const sessionView = z.object({
  id: z.uuid(),
  /** True for the session of this request. */
  current: z.boolean(),
  /** Browser and system by the `User-Agent` header: `Chrome on Android`. */
  device: z.string(),
  signedInAt: instant,
  lastUsedAt: instant,
})
export type SessionView = z.output<typeof sessionView>
export const sessionList = z.array(sessionView)

/**
 * The body of `POST /api/identity/account/deletion`: a proof of the account's owner. It is the password or the code of a mail from `GET
 * /auth/v1/reauthenticate`.
 */
export const reauthentication = z.union([
  z.object({ password: z.string().check(z.minLength(1)) }),
  z.object({ nonce: z.string().check(z.minLength(1)) }),
])
export type Reauthentication = z.output<typeof reauthentication>

/** `GET /api/identity/numbers`: those that are confirmed for the alerts of the account. */
export const numberList = z.array(
  z.object({
    number: e164Number,
    /** True if a code by text to it signs in. */
    signsIn: z.boolean(),
  }),
)
export type OwnNumber = z.output<typeof numberList>[number]

/** `PUT /api/identity/sign-in-number`; without a proof the sign-in must be recent. */
export const newSignInNumber = z.object({
  number: e164Number,
  password: z.optional(z.string().check(z.minLength(1))),
  nonce: z.optional(z.string().check(z.minLength(1))),
})

/** `GET /api/identity/users?email=`: for admins. */
export const userView = z.object({
  id: z.uuid(),
  email: z.email(),
  displayName: z.nullable(z.string()),
  roles: z.array(role),
  createdAt: instant,
  lastSignInAt: z.nullable(instant),
})
export type UserView = z.output<typeof userView>
export const userList = z.array(userView)

/** `GET /api/identity/staff`: the accounts that have a role now, so that the audit trail can name who acted. */
export const staffList = z.array(z.object({ id: z.uuid(), email: z.email(), roles: z.array(role) }))
export type StaffMember = z.output<typeof staffList>[number]
