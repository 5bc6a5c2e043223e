import { z } from 'zod/mini'
import { instant } from '../values.ts'

/** What identity answers beside GoTrue's wire format: below `/api/identity`, for a signed-in user. */

export const role = z.enum(['admin', 'moderator'])
export type Role = z.output<typeof role>

/** `GET /api/identity/sessions`: where the user is signed in, the newest use first. */
export const sessionView = z.object({
  id: z.uuid(),
  /** The one that asks. */
  current: z.boolean(),
  /** As far as the browser told: `Chrome on Android`. */
  device: z.string(),
  signedInAt: instant,
  lastUsedAt: instant,
})
export type SessionView = z.output<typeof sessionView>
export const sessionList = z.array(sessionView)

/**
 * `POST /api/identity/account/deletion`, body; 204. Proof that it is still the user who asks: the password, or the code
 * of a mail from `GET /auth/v1/reauthenticate`.
 */
export const reauthentication = z.union([
  z.object({ password: z.string().check(z.minLength(1)) }),
  z.object({ nonce: z.string().check(z.minLength(1)) }),
])
export type Reauthentication = z.output<typeof reauthentication>

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
