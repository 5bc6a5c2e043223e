import type { CodesOf } from './problem-definition.ts'

/**
 * The codes that identity answers with below `/auth/v1`, named and spelled by GoTrue. Its clients branch on them.
 * `status` is the one that goes with the code; a refusal of ours that is translated into GoTrue's words keeps its own.
 */
export const GOTRUE_CODES = {
  validation_failed: {
    status: 400,
    owner: 'identity',
    title: 'Validation failed',
    explanation:
      'A field is missing or has the wrong shape; answered with 413 for a body that is too large and with 422 for refused user data.',
  },
  bad_json: {
    status: 400,
    owner: 'identity',
    title: 'Invalid JSON',
    explanation: 'The body is not JSON; answered with 415 for a body of another content type.',
  },
  no_authorization: {
    status: 401,
    owner: 'identity',
    title: 'No access token',
    explanation: 'The call needs an access token as bearer.',
  },
  bad_jwt: {
    status: 403,
    owner: 'identity',
    title: 'Invalid access token',
    explanation: 'The access token is expired or was not signed by identity.',
  },
  not_admin: {
    status: 403,
    owner: 'identity',
    title: 'Not an admin',
    explanation: 'The account lacks the role that the call needs.',
  },
  insufficient_aal: {
    status: 401,
    owner: 'identity',
    title: 'Second factor needed',
    explanation: 'The session has to show the second factor of its account first.',
  },
  bad_origin: {
    status: 403,
    owner: 'identity',
    title: 'Wrong origin',
    explanation: 'A call that uses the cookie of the session came from a page of another site.',
  },
  not_found: {
    status: 404,
    owner: 'identity',
    title: 'No such address',
    explanation: 'GoTrue has no call at this address, or Walkon does not offer it.',
  },
  over_request_rate_limit: {
    status: 429,
    owner: 'identity',
    title: 'Too many requests',
    explanation: 'A limit on tries is reached; `Retry-After` says after how many seconds to try again.',
  },
  over_email_send_rate_limit: {
    status: 429,
    owner: 'identity',
    title: 'Too many mails',
    explanation:
      'Mails to this address or from this client are limited; `Retry-After` says after how many seconds to try again.',
  },
  over_sms_send_rate_limit: {
    status: 429,
    owner: 'identity',
    title: 'Too many texts',
    explanation:
      'Codes by text to this number or from this client are limited; `Retry-After` says after how many seconds to try again.',
  },
  unexpected_failure: {
    status: 500,
    owner: 'identity',
    title: 'Internal error',
    explanation: 'Identity failed; answered with 503 where the same request may succeed later.',
  },
  invalid_credentials: {
    status: 400,
    owner: 'identity',
    title: 'Invalid credentials',
    explanation: 'The address or the password is wrong; the answer does not tell which.',
  },
  email_not_confirmed: {
    status: 400,
    owner: 'identity',
    title: 'Address not confirmed',
    explanation: 'The password is right, and the link in the sign-up mail has not been opened yet.',
  },
  weak_password: {
    status: 422,
    owner: 'identity',
    title: 'Weak password',
    explanation:
      'The new password is too short or one of the most common; `weak_password.reasons` says which.',
  },
  same_password: {
    status: 422,
    owner: 'identity',
    title: 'Same password',
    explanation: 'The new password is the one that the account has.',
  },
  reauthentication_needed: {
    status: 400,
    owner: 'identity',
    title: 'Reauthentication needed',
    explanation:
      'The sign-in is too long ago to change the password or a second factor without the current password or a code from a mail.',
  },
  reauthentication_not_valid: {
    status: 422,
    owner: 'identity',
    title: 'Reauthentication failed',
    explanation: 'The current password or the code from the mail is wrong or expired.',
  },
  otp_expired: {
    status: 403,
    owner: 'identity',
    title: 'Invalid or expired code',
    explanation: 'The code or link of a mail is wrong, expired or used.',
  },
  flow_state_not_found: {
    status: 404,
    owner: 'identity',
    title: 'No such flow',
    explanation: 'The authorization code is wrong or was exchanged before.',
  },
  flow_state_expired: {
    status: 403,
    owner: 'identity',
    title: 'Flow expired',
    explanation: 'The authorization code was not exchanged in time.',
  },
  bad_code_verifier: {
    status: 400,
    owner: 'identity',
    title: 'Wrong code verifier',
    explanation: 'The verifier does not match the code challenge with which the flow began (PKCE).',
  },
  refresh_token_not_found: {
    status: 400,
    owner: 'identity',
    title: 'No such refresh token',
    explanation: 'The refresh token is malformed, or its session or user is gone.',
  },
  refresh_token_already_used: {
    status: 400,
    owner: 'identity',
    title: 'Refresh token used',
    explanation: 'An old refresh token came back, so its session was ended.',
  },
  session_expired: {
    status: 400,
    owner: 'identity',
    title: 'Session expired',
    explanation: 'The session reached its greatest age or was idle for too long.',
  },
  session_not_found: {
    status: 403,
    owner: 'identity',
    title: 'No such session',
    explanation: 'The access token is valid, and its session has been ended.',
  },
  user_not_found: {
    status: 403,
    owner: 'identity',
    title: 'No such user',
    explanation: 'The access token is valid, and its user has been deleted.',
  },
  mfa_factor_not_found: {
    status: 422,
    owner: 'identity',
    title: 'No such factor',
    explanation: 'The user has no factor with this id.',
  },
  mfa_factor_name_conflict: {
    status: 422,
    owner: 'identity',
    title: 'Factor name in use',
    explanation: 'Another factor of the user has this friendly name.',
  },
  too_many_enrolled_mfa_factors: {
    status: 422,
    owner: 'identity',
    title: 'Too many factors',
    explanation: 'The user has as many factors as an account may have.',
  },
  mfa_challenge_expired: {
    status: 422,
    owner: 'identity',
    title: 'Challenge expired',
    explanation: 'The challenge is unknown or too old; create a new one.',
  },
  mfa_verification_failed: {
    status: 422,
    owner: 'identity',
    title: 'Wrong factor code',
    explanation: 'The code of the authenticator app is wrong or was used before.',
  },
  mfa_verification_rejected: {
    status: 422,
    owner: 'identity',
    title: 'Too many factor codes',
    explanation: 'Too many codes were tried for this challenge; create a new one.',
  },
  mfa_phone_enroll_not_enabled: {
    status: 422,
    owner: 'identity',
    title: 'Phone factors not offered',
    explanation: 'Authenticator apps (`totp`) are the only second factor.',
  },
  mfa_webauthn_enroll_not_enabled: {
    status: 422,
    owner: 'identity',
    title: 'WebAuthn factors not offered',
    explanation: 'Authenticator apps (`totp`) are the only second factor.',
  },
  phone_provider_disabled: {
    status: 422,
    owner: 'identity',
    title: 'Phone numbers not offered',
    explanation:
      'A number is no account: it signs in by a code, to an account whose owner has chosen it. A sign-up, a password and a change by phone are not offered.',
  },
  anonymous_provider_disabled: {
    status: 422,
    owner: 'identity',
    title: 'Anonymous accounts not offered',
    explanation: 'A sign-up needs an email address.',
  },
  provider_disabled: {
    status: 400,
    owner: 'identity',
    title: 'Third-party sign-in not offered',
    explanation: 'Accounts of other providers cannot be used.',
  },
  web3_provider_disabled: {
    status: 422,
    owner: 'identity',
    title: 'Web3 sign-in not offered',
    explanation: 'Wallets cannot be used to sign in.',
  },
} as const satisfies CodesOf<'identity'>
