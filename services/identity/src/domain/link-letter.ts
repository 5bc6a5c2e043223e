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
  // The app's link logs in that app alone; the one to our page works for every holder of the mail.
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
  preheader: 'One tap and your account is ready. If you did not sign up, do nothing.',
  heading: 'Confirm your address',
  paragraphs: [
    'Someone signed up for Walkon with this address. If it was you, confirm it and your account is ready.',
  ],
  label: 'Confirm my account',
  codeAsk: 'Or enter this code where you signed up:',
  closing: 'If it was not you, do nothing. Without this step there is no account.',
  reason: 'You’re getting this because someone entered this address to sign up for Walkon.',
  shortText: 'Confirm your Walkon account. If you did not sign up, do nothing.',
}

const RESET_PASSWORD: LinkWords = {
  name: 'reset-password',
  subject: 'Choose a new Walkon password',
  preheader: 'You asked for a new password. If you did not, yours stays as it is.',
  heading: 'Choose a new password',
  paragraphs: [
    'Someone asked for a new password for the Walkon account with this address. If it was you, you can choose one now.',
  ],
  label: 'Choose a new password',
  codeAsk: 'Or enter this code where you asked for it:',
  closing:
    'If it was not you, do nothing: your password stays as it is. Never share the link or the code. We will never ask you for them.',
  reason: 'You’re getting this because someone asked for a new password for the account with this address.',
  shortText: 'Choose a new Walkon password. If you did not ask for one, yours stays as it is.',
}

const SIGN_IN: LinkWords = {
  name: 'sign-in',
  subject: 'Log in to Walkon',
  preheader: 'One tap logs you in, without a password. If you did not ask, do nothing.',
  heading: 'Log in to Walkon',
  paragraphs: [
    'Someone asked to log in to Walkon with this address. If it was you, use the button. It works once.',
  ],
  label: 'Login',
  codeAsk: 'Or enter this code where you want to log in:',
  closing:
    'If it was not you, do nothing: no one gets in without this email. Never share the link or the code. We will never ask you for them.',
  reason: 'You’re getting this because someone asked to log in with this address.',
  shortText: 'Log in to Walkon. If you did not ask, do nothing.',
}

/** The same words to both addresses, so that they do not tell which is the old one. */
const CONFIRM_NEW_EMAIL: LinkWords = {
  name: 'confirm-new-email',
  subject: 'Confirm your change of address',
  preheader: 'Your account’s address is about to change. Both the old and the new one have to confirm.',
  heading: 'Confirm your change of address',
  paragraphs: [
    'Someone who is logged in to a Walkon account wants to change its email address, from this one or to it. The address changes once both have confirmed.',
  ],
  label: 'Confirm the change',
  codeAsk: 'Or enter this code where the change was asked for:',
  closing:
    'If it was not you, do nothing: the address changes only if both confirm. But if your account has this address, someone else may be logged in to it. Choose a new password: that logs out every device.',
  further: [NEW_PASSWORD],
  reason:
    'You’re getting this because someone asked for a change of address, and this is the old address or the new one.',
  shortText: 'Confirm the change of your Walkon address. If it was not you, choose a new password.',
}

const LETTERS: Record<LinkPurpose, LinkWords> = {
  'sign-up': CONFIRM_ACCOUNT,
  'sign-in': SIGN_IN,
  recovery: RESET_PASSWORD,
  'email-change-current': CONFIRM_NEW_EMAIL,
  'email-change-new': CONFIRM_NEW_EMAIL,
}
