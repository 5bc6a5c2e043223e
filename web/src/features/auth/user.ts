import type { Session } from '@supabase/auth-js'
import { array, boolean, nullable, object, optional, string } from 'zod/mini'
import type { Shape } from '../../lib/api.ts'

export type Role = 'admin' | 'moderator' | 'support'
type Factor = { id: string; name: string }

/** The signed-in account, as the pages know it. */
export type SignedInUser = {
  id: string
  email: string
  fullName: string
  displayName: string
  roles: Role[]
  /** The session has shown a password only, and the account asks for more: it opens nothing yet. */
  needsSecondFactor: boolean
  factors: Factor[]
  hasPassword: boolean
  /** The session began with the confirmation of an address, and the account has no password yet. */
  choosesPassword: boolean
  /** An address that is not confirmed yet. */
  newEmail: string | null
}

/** The fields of GoTrue's user that we read. */
const userShape = object({
  id: string(),
  email: string(),
  new_email: optional(nullable(string())),
  app_metadata: object({
    roles: optional(array(string())),
    aal_required: optional(string()),
    has_password: optional(boolean()),
  }),
  user_metadata: object({
    full_name: optional(nullable(string())),
    display_name: optional(nullable(string())),
  }),
  factors: optional(
    nullable(
      array(
        object({
          id: string(),
          status: string(),
          factor_type: string(),
          friendly_name: optional(nullable(string())),
        }),
      ),
    ),
  ),
}) satisfies Shape<unknown>

/** Throws where the answer has another shape. */
export function toUser({ user, access_token: accessToken }: Session): SignedInUser {
  const { id, email, new_email, app_metadata, user_metadata, factors } = userShape.parse(user)
  const verified = (factors ?? []).filter(
    (factor) => factor.status === 'verified' && factor.factor_type === 'totp',
  )
  const { aal, amr = [] } = claimsOf(accessToken)
  const asksForMore = verified.length > 0 || app_metadata.aal_required === 'aal2'
  return {
    id,
    email,
    fullName: user_metadata.full_name ?? '',
    displayName: user_metadata.display_name ?? '',
    roles: (app_metadata.roles ?? []).filter(isRole),
    needsSecondFactor: asksForMore && aal !== 'aal2',
    factors: verified.map((factor) => ({
      id: factor.id,
      name: factor.friendly_name || 'Authenticator app',
    })),
    hasPassword: app_metadata.has_password !== false,
    choosesPassword:
      app_metadata.has_password === false && amr.some(({ method }) => method === 'email/signup'),
    newEmail: new_email || null,
  }
}

const isRole = (role: string): role is Role => role === 'admin' || role === 'moderator' || role === 'support'

const claimsShape = object({ aal: string(), amr: optional(array(object({ method: string() }))) })

/** Reads the claims of the token, and the ways that proved them. It is read, not checked: the services check it. */
function claimsOf(accessToken: string) {
  const payload = accessToken.split('.')[1] ?? ''
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  return claimsShape.parse(claims)
}
