/** How a user signed in, as `amr` names it in a token. */
export type AuthenticationMethod = {
  method: 'password' | 'otp' | 'recovery' | 'totp' | 'sms' | 'email/signup' | 'email_change'
  /** Seconds since 1970. */
  timestamp: number
}

export const toMethod = (method: AuthenticationMethod['method'], now: Date): AuthenticationMethod => ({
  method,
  timestamp: Math.floor(now.getTime() / 1000),
})

/**
 * The newest proof of the person, in milliseconds since 1970: a password, or the code or link of a mail. The code of an authenticator app
 * is none, because a thief of an access token can enrol an app of their own. Nor is a code by text, because numbers are given to other
 * people.
 */
export const lastProvenMs = (methods: AuthenticationMethod[]) =>
  Math.max(
    0,
    ...methods
      .filter(({ method }) => method !== 'totp' && method !== 'sms')
      .map(({ timestamp }) => timestamp * 1000),
  )

/** A session from the mail of a forgotten password may set a new one. */
export const isRecovering = (methods: AuthenticationMethod[]) =>
  methods.some(({ method }) => method === 'recovery')
