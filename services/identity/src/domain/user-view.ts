import type { User, UserDetails, UserMetadata } from './user.ts'

/** A user as GoTrue's clients know one. */
export type UserView = ReturnType<typeof toUserView>

export function toUserView({ user, roles, hasPassword, factors, emailChange }: UserDetails) {
  const confirmedAt = user.emailConfirmedAt.toISOString()
  return {
    ...base(user.id, user.email, user.userMetadata, user.createdAt, user.updatedAt),
    email_confirmed_at: confirmedAt,
    confirmed_at: confirmedAt,
    ...(user.lastSignInAt && { last_sign_in_at: user.lastSignInAt.toISOString() }),
    app_metadata: { ...EMAIL_PROVIDER, roles, has_password: hasPassword },
    identities: [toIdentity(user)],
    factors: factors.map((factor) => ({
      id: factor.id,
      friendly_name: factor.friendlyName,
      factor_type: 'totp' as const,
      status: factor.status,
      created_at: factor.createdAt.toISOString(),
      updated_at: factor.updatedAt.toISOString(),
    })),
    ...(emailChange && {
      new_email: emailChange.newEmail,
      email_change_sent_at: emailChange.sentAt.toISOString(),
    }),
  }
}

export type UnconfirmedUser = { id: string; email: string; userMetadata: UserMetadata; createdAt: Date }

/** The answer to a sign-up, whether or not the address has an account. */
export function toUnconfirmedView({ id, email, userMetadata, createdAt }: UnconfirmedUser) {
  return {
    ...base(id, email, userMetadata, createdAt, createdAt),
    app_metadata: { ...EMAIL_PROVIDER, roles: [] },
    identities: [],
    confirmation_sent_at: createdAt.toISOString(),
  }
}

const EMAIL_PROVIDER = { provider: 'email', providers: ['email'] }

const base = (id: string, email: string, metadata: UserMetadata, createdAt: Date, updatedAt: Date) => ({
  id,
  aud: 'authenticated',
  role: 'authenticated',
  email,
  phone: '',
  user_metadata: metadata,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
  is_anonymous: false,
})

const toIdentity = ({ id, email, userMetadata, createdAt, updatedAt, lastSignInAt }: User) => ({
  identity_id: id,
  id,
  user_id: id,
  provider: 'email',
  identity_data: { ...userMetadata, sub: id, email, email_verified: true, phone_verified: false },
  email,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
  ...(lastSignInAt && { last_sign_in_at: lastSignInAt.toISOString() }),
})
