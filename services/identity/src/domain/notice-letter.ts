import type { Letter } from '@walkon/contracts/letter'
import { NEW_PASSWORD, TELL_US, toAccountLetter, type AccountWords } from './account-letter.ts'

/** To the owner of an account, after a sign-up with its address. */
export const toAccountExistsLetter = (): Letter =>
  toAccountLetter('account-exists', {
    subject: 'You already have a Walkon account',
    preheader: 'Someone tried to sign up with your address. You can simply log in.',
    heading: 'You already have an account',
    paragraphs: [
      'Someone wanted to sign up for Walkon with this address. It already has an account, so nothing was created or changed. If it was you, log in.',
    ],
    action: { label: 'Login', path: '/auth' },
    closing:
      'Forgot your password? Choose a new one. If it was not you, do nothing: your account is unchanged, and the person who tried does not learn that it exists.',
    further: [NEW_PASSWORD],
    reason: 'You’re getting this because someone entered this address to sign up for Walkon.',
    shortText: 'You already have a Walkon account. Someone tried to sign up with your address.',
  })

/** A code that proves that the owner of the account makes a change. */
export const toReauthenticationLetter = (code: string, expiresAt: Date): Letter =>
  toAccountLetter('reauthentication', {
    subject: 'Confirm a change to your account',
    preheader: 'Your account is about to change. The code in this email confirms that it is you.',
    heading: 'Is it you?',
    paragraphs: [
      'Someone who is logged in to your Walkon account wants to change something that is protected.',
    ],
    code: {
      ask: 'If it is you, enter this code where you were asked for it:',
      value: code,
      worksUntil: expiresAt.toISOString(),
    },
    closing:
      'If it is not you, never share the code: someone else may be logged in to your account. Choose a new password: that logs out every device.',
    further: [NEW_PASSWORD],
    reason: 'You’re getting this because someone started a change to your account.',
    shortText: 'Your Walkon account is about to change. If it is not you, choose a new password.',
  })

/** To the owner of an account whose authenticator codes are guessed. Only a person who has the password can try codes. */
export const toFactorGuessedLetter = (): Letter =>
  toAccountLetter('second-factor-guessed', {
    subject: 'Someone is guessing your codes',
    preheader:
      'More than twenty codes were tried for your account. If it was not you, choose a new password.',
    heading: 'Someone is guessing your codes',
    paragraphs: [
      'More than twenty codes of your authenticator app were tried within a day. The person who tries them knows your password.',
    ],
    closing:
      'If it was you, there is nothing to do. If it was not, choose a new password now: that logs out every device.',
    further: [NEW_PASSWORD],
    reason: 'You’re getting this because codes were tried for your account.',
    shortText: 'Codes of your Walkon account are being guessed. If it was not you, choose a new password.',
  })

export const ACCOUNT_CHANGES = [
  'password',
  'email',
  'second-factor-on',
  'second-factor-off',
  'text-sign-in-on',
  'text-sign-in-off',
] as const
export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

/** To the address that the account had before the change, at once. The words name no time, because an account has no time zone: the mail has a date. */
export function toChangeLetter(change: AccountChange): Letter {
  const { name, ...words } = CHANGES[change]
  const reason = 'You’re getting this because your account was changed. We always tell you.'
  return toAccountLetter(name, { ...words, reason })
}

type ChangeWords = Omit<AccountWords, 'reason'> & { name: string }

const CHANGES: Record<AccountChange, ChangeWords> = {
  password: {
    name: 'password-changed',
    subject: 'Your Walkon password was changed',
    preheader: 'It was just changed. If it was not you, choose a new one now.',
    heading: 'Your password was changed',
    paragraphs: ['The password of your Walkon account was just changed. All other devices were logged out.'],
    closing:
      'If it was you, there is nothing to do. If it was not, choose a new password now: that logs out every device.',
    further: [NEW_PASSWORD],
    shortText: 'Your Walkon password was just changed. If it was not you, choose a new one now.',
  },
  email: {
    name: 'email-changed',
    subject: 'Your Walkon address was changed',
    preheader: 'It was just changed. If it was not you, tell us now.',
    heading: 'Your address was changed',
    paragraphs: [
      'The email address of your Walkon account was just changed. You can no longer log in with this one, the old address.',
    ],
    closing:
      'If it was you, there is nothing to do. If it was not, tell us now: you can no longer take the account back with this address alone.',
    further: [TELL_US],
    shortText: 'Your Walkon address was just changed. If it was not you, tell us now.',
  },
  'second-factor-on': {
    name: 'second-factor-on',
    subject: 'Your authenticator app was added',
    preheader: 'Logging in now takes a code from your app. If it was not you, tell us now.',
    heading: 'Your authenticator app was added',
    paragraphs: [
      'Logging in to your Walkon account now takes a code from an authenticator app after the password.',
    ],
    closing:
      'If it was you, there is nothing to do. If it was not, tell us now: someone else is logged in to your account.',
    further: [TELL_US],
    shortText: 'Logging in to Walkon now takes an authenticator code. If it was not you, tell us now.',
  },
  'second-factor-off': {
    name: 'second-factor-off',
    subject: 'Your authenticator app was removed',
    preheader: 'Logging in no longer takes a code. If it was not you, choose a new password now.',
    heading: 'Your authenticator app was removed',
    paragraphs: ['Logging in to your Walkon account no longer takes a code from that authenticator app.'],
    closing:
      'If it was you, there is nothing to do. If it was not, choose a new password now, which logs out every device, and add the app again.',
    further: [NEW_PASSWORD],
    shortText:
      'Logging in to Walkon no longer takes an authenticator code. If it was not you, choose a new password now.',
  },
  'text-sign-in-on': {
    name: 'text-sign-in-on',
    subject: 'Login by text is on',
    preheader: 'A code by text now logs in to your account. If it was not you, turn it off.',
    heading: 'Login by text is on',
    paragraphs: [
      'A code sent by text to a phone number that gets your alerts now logs in to your Walkon account. Your account page shows the number.',
    ],
    closing:
      'If it was you, there is nothing to do. If it was not, turn it off on your account page and choose a new password, which logs out every device.',
    further: [{ label: 'Your account page', path: '/account' }, NEW_PASSWORD],
    shortText: 'A code by text now logs in to your Walkon account. If it was not you, turn it off.',
  },
  'text-sign-in-off': {
    name: 'text-sign-in-off',
    subject: 'Login by text is off',
    preheader: 'Codes by text no longer log in to your account.',
    heading: 'Login by text is off',
    paragraphs: ['Codes by text no longer log in to your Walkon account. Your alerts still come by text.'],
    closing:
      'If it was you, there is nothing to do. If it was not, choose a new password, which logs out every device.',
    further: [NEW_PASSWORD],
    shortText: 'Codes by text no longer log in to your Walkon account.',
  },
}
