import type { Letter } from '@walkon/contracts/letter'
import { NEW_PASSWORD, toAccountLetter, type AccountWords } from './account-letter.ts'
import type { TokenPurpose } from './one-time-token.ts'

export type LinkPurpose = Exclude<TokenPurpose, 'reauthentication'>

/** `path` leads to our own page, `appPath` to the app that asked for the mail; null where none did. */
export type MailedLink = {
  path: string
  appPath: string | null
  expiresAt: Date
  code: string
  codeExpiresAt: Date
}

/** A letter that asks for one step: by its button, or by its code where the step was begun. */
export function toLinkLetter(
  purpose: LinkPurpose,
  { path, appPath, expiresAt, code, codeExpiresAt }: MailedLink,
): Letter {
  const { name, label, codeAsk, further = [], ...words } = LETTERS[purpose]
  // The app's link signs in that app alone; the one to our page works for every holder of the mail.
  const onOurSite = appPath === null ? [] : [{ label: 'Not from an app? Continue on our own page', path }]
  const links = [...onOurSite, ...further]
  return toAccountLetter(name, {
    ...words,
    action: { label, path: appPath ?? path, worksUntil: expiresAt.toISOString() },
    ...(links.length > 0 && { further: links }),
    code: { ask: codeAsk, value: code, worksUntil: codeExpiresAt.toISOString() },
  })
}

type LinkWords = Omit<AccountWords, 'action' | 'code'> & { name: string; label: string; codeAsk: string }

const CONFIRM_ACCOUNT: LinkWords = {
  name: 'confirm-account',
  subject: 'Confirm your Walkon account',
  preheader: 'One press, and your account is ready. If you did not sign up, do nothing.',
  heading: 'Confirm your address',
  paragraphs: [
    'Somebody signed up at Walkon with this address. If it was you, press the button and your account is ready.',
  ],
  label: 'Confirm my account',
  codeAsk: 'Or enter this code where you signed up:',
  closing: 'If it was not you, do nothing: without this step there is no account.',
  reason: 'You get this because somebody entered this address to sign up at Walkon.',
  shortText: 'Confirm your Walkon account. If you did not sign up, do nothing.',
}

const RESET_PASSWORD: LinkWords = {
  name: 'reset-password',
  subject: 'Choose a new Walkon password',
  preheader: 'You asked for a new password. If you did not, yours stays as it is.',
  heading: 'Choose a new password',
  paragraphs: [
    'Somebody asked for a new password for the Walkon account of this address. If it was you, press the button and choose one.',
  ],
  label: 'Choose a new password',
  codeAsk: 'Or enter this code where you asked for it:',
  closing:
    'If it was not you, do nothing: your password stays as it is. Never pass the link or the code on; nobody at Walkon asks for them.',
  reason: 'You get this because somebody asked for a new password for the account of this address.',
  shortText: 'Choose a new Walkon password. If you did not ask for one, yours stays as it is.',
}

const SIGN_IN: LinkWords = {
  name: 'sign-in',
  subject: 'Sign in to Walkon',
  preheader: 'One press signs you in, without a password. If you did not ask, do nothing.',
  heading: 'Sign in to Walkon',
  paragraphs: [
    'Somebody asked to sign in to Walkon with this address. If it was you, press the button. It works once.',
  ],
  label: 'Sign in',
  codeAsk: 'Or enter this code where you want to sign in:',
  closing:
    'If it was not you, do nothing: nobody is signed in without this mail. Never pass the link or the code on; nobody at Walkon asks for them.',
  reason: 'You get this because somebody asked to sign in with this address.',
  shortText: 'Sign in to Walkon. If you did not ask, do nothing.',
}

/** The same words to both addresses, so that they do not tell which is the old one. */
const CONFIRM_NEW_EMAIL: LinkWords = {
  name: 'confirm-new-email',
  subject: 'Confirm the change of your address',
  preheader: 'The address of an account is to change. We ask at the old one and at the new one.',
  heading: 'Confirm the change of address',
  paragraphs: [
    'Somebody who is signed in to a Walkon account wants to change its e-mail address, from this one or to it. We ask at both; the address changes when both have agreed.',
  ],
  label: 'Confirm the change',
  codeAsk: 'Or enter this code where the change was asked for:',
  closing:
    'If it was not you, do nothing: without both, the address stays. But if your account has this address, somebody else may be signed in to it. Choose a new password: that signs everybody out.',
  further: [NEW_PASSWORD],
  reason:
    'You get this because a change of address was asked for, and this is the old address or the new one.',
  shortText: 'Confirm the change of your Walkon address. If it was not you, choose a new password.',
}

const LETTERS: Record<LinkPurpose, LinkWords> = {
  'sign-up': CONFIRM_ACCOUNT,
  'sign-in': SIGN_IN,
  recovery: RESET_PASSWORD,
  'email-change-current': CONFIRM_NEW_EMAIL,
  'email-change-new': CONFIRM_NEW_EMAIL,
}
