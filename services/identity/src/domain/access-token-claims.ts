import type { AuthenticationMethod } from './authentication.ts'
import type { Assurance, User, UserDetails } from './user.ts'

export type TokenTerms = { issuer: string; audience: string; lifetimeSeconds: number; issuedAt: Date }

export type TokenSession = { id: string; assurance: Assurance; methods: AuthenticationMethod[] }

export type AccessTokenClaims = ReturnType<typeof toAccessTokenClaims>

/** GoTrue's claims, and ours in `app_metadata`: the roles, and whether the account asks for a second factor. */
export function toAccessTokenClaims(
  session: TokenSession,
  { user, roles, factors }: UserDetails,
  { issuer, audience, lifetimeSeconds, issuedAt }: TokenTerms,
) {
  const required: Assurance = factors.some(({ status }) => status === 'verified') ? 'aal2' : 'aal1'
  const iat = Math.floor(issuedAt.getTime() / 1000)
  return {
    iss: issuer,
    aud: audience,
    sub: user.id,
    iat,
    exp: iat + lifetimeSeconds,
    role: 'authenticated',
    email: user.email,
    phone: '',
    is_anonymous: false,
    session_id: session.id,
    aal: session.assurance,
    amr: session.methods,
    app_metadata: { provider: 'email', providers: ['email'], roles, aal_required: required },
    user_metadata: pickNames(user),
  }
}

/** Only the names of the user's metadata, because a token is sent with every request. */
function pickNames({ userMetadata }: User) {
  const { full_name, display_name } = userMetadata
  return {
    ...(typeof full_name === 'string' && { full_name }),
    ...(typeof display_name === 'string' && { display_name }),
  }
}
