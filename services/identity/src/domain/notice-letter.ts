import type { Letter } from '@walkon/contracts/letter'
import { toMoment } from '@walkon/contracts/park-time'
import { NEW_PASSWORD, toAccountLetter, type AccountWords } from './account-letter.ts'

/** To the owner of an account, after a sign-up with its address. */
export const toAccountExistsLetter = (): Letter =>
  toAccountLetter('account-exists', {
    subject: 'You already have a Walkon account',
    preheader: 'Somebody tried to sign up with your address. You can simply sign in.',
    heading: 'You already have an account',
    paragraphs: [
      'Somebody wanted to sign up at Walkon with this address. There is an account for it already, so nothing was made or changed. If it was you, sign in.',
    ],
    action: { label: 'Sign in', path: '/auth' },
    closing:
      'If you do not know your password any more, choose a new one. If it was not you, do nothing: your account is as it was, and whoever tried does not learn of it.',
    further: [NEW_PASSWORD],
    reason: 'You get this because somebody entered this address to sign up at Walkon.',
    shortText: 'You already have a Walkon account. Somebody tried to sign up with your address.',
  })

/** A code that proves that the owner of the account makes a change. */
export const toReauthenticationLetter = (code: string, expiresAt: Date): Letter =>
  toAccountLetter('reauthentication', {
    subject: 'Confirm a change of your account',
    preheader: 'Your account is about to change. The code in this mail confirms that it is you.',
    heading: 'Is it you?',
    paragraphs: [
      'Somebody who is signed in to your Walkon account wants to change something that is protected.',
    ],
    code: {
      ask: 'If it is you, enter this code where you were asked for it:',
      value: code,
      worksUntil: expiresAt.toISOString(),
    },
    closing:
      'If it is not you, never pass the code on: somebody else may be signed in to your account. Choose a new password: that signs everybody out.',
    further: [NEW_PASSWORD],
    reason: 'You get this because a change of your account was begun.',
    shortText: 'Your Walkon account is about to change. If it is not you, choose a new password.',
  })

/** To an owner whose authenticator codes are guessed. Guessing them takes the password. */
export function toFactorGuessedLetter(guessedAt: Date): Letter {
  const when = toMoment(guessedAt)
  return toAccountLetter('second-factor-guessed', {
    subject: 'Someone is guessing your codes',
    preheader:
      'More than twenty codes were tried for your account. If it was not you, choose a new password.',
    heading: 'Someone is guessing your codes',
    paragraphs: [
      `Until ${when}, more than twenty codes of your authenticator app were tried within a day. Who tries them knows your password.`,
    ],
    closing:
      'If it was you, there is nothing to do. If it was not, choose a new password now: that signs everybody out.',
    further: [NEW_PASSWORD],
    reason: 'You get this because codes were tried for your account.',
    shortText: 'Codes of your Walkon account are being guessed. If it was not you, choose a new password.',
  })
}

export const ACCOUNT_CHANGES = ['password', 'email', 'second-factor-on', 'second-factor-off'] as const
export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

/** To the address that the account had before the change. */
export function toChangeLetter(change: AccountChange, changedAt: Date): Letter {
  const { name, ...words } = CHANGES[change](toMoment(changedAt))
  const reason = 'You get this because your account was changed. We always tell you.'
  return toAccountLetter(name, { ...words, reason })
}

/** A contact, because the site cannot undo a changed address or second factor. */
const TELL_US = { label: 'Tell us', path: '/contact' }

type ChangeWords = Omit<AccountWords, 'reason'> & { name: string }

const CHANGES: Record<AccountChange, (when: string) => ChangeWords> = {
  password: (when) => ({
    name: 'password-changed',
    subject: 'Your Walkon password was changed',
    preheader: `It was changed on ${when}. If it was not you, choose a new one now.`,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your Walkon account was changed on ${when}. All other devices were signed out.`,
    ],
    closing:
      'If it was you, there is nothing to do. If it was not, choose a new password now: that signs everybody out.',
    further: [NEW_PASSWORD],
    shortText: `Your Walkon password was changed on ${when}. If it was not you, choose a new one now.`,
  }),
  email: (when) => ({
    name: 'email-changed',
    subject: 'Your Walkon address was changed',
    preheader: `It was changed on ${when}. If it was not you, tell us now.`,
    heading: 'Your address was changed',
    paragraphs: [
      `The e-mail address of your Walkon account was changed on ${when}. This one, the old address, does not sign in any more.`,
    ],
    closing:
      'If it was you, there is nothing to do. If it was not, tell us now: you can no longer take the account back with this address alone.',
    further: [TELL_US],
    shortText: `Your Walkon address was changed on ${when}. If it was not you, tell us now.`,
  }),
  'second-factor-on': (when) => ({
    name: 'second-factor-on',
    subject: 'Your authenticator app was added',
    preheader: `Signing in asks for its code since ${when}. If it was not you, tell us now.`,
    heading: 'Your authenticator app was added',
    paragraphs: [
      `Since ${when}, signing in to your Walkon account asks for a code of an authenticator app after the password.`,
    ],
    closing:
      'If it was you, there is nothing to do. If it was not, tell us now: somebody else is signed in to your account.',
    further: [TELL_US],
    shortText: `Walkon asks for an authenticator code since ${when}. If it was not you, tell us now.`,
  }),
  'second-factor-off': (when) => ({
    name: 'second-factor-off',
    subject: 'Your authenticator app was removed',
    preheader: `Signing in asks for no code since ${when}. If it was not you, choose a new password now.`,
    heading: 'Your authenticator app was removed',
    paragraphs: [
      `Since ${when}, signing in to your Walkon account no longer asks for a code of that authenticator app.`,
    ],
    closing:
      'If it was you, there is nothing to do. If it was not, choose a new password now, which signs everybody out, and add the app again.',
    further: [NEW_PASSWORD],
    shortText: `Walkon asks for no authenticator code since ${when}. If it was not you, choose a new password now.`,
  }),
}
