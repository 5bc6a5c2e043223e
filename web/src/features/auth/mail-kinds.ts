import type { Accounts, MailKind } from './accounts.ts'

/** The mails that a visitor can ask for, each with a link and a code. Nothing said here tells whether there is an account. */
export type AskedMail = Exclude<MailKind, 'email_change'>

type MailWords = {
  ask: string
  asking: string
  title: string
  /** The text before and after the address that was entered. */
  text: [before: string, after: string]
  send: (accounts: Accounts, email: string) => Promise<unknown>
}

export const MAILS: Record<AskedMail, MailWords> = {
  signup: {
    ask: 'Send the link again',
    asking: 'Sending',
    title: 'Check your email for a confirmation link.',
    text: ['We just emailed', '. Open the link on this device, or enter the code here.'],
    send: (accounts, email) => accounts.resendConfirmation(email),
  },
  recovery: {
    ask: 'Email me a reset link',
    asking: 'Sending',
    title: 'Check your email for a reset link.',
    text: ['If', ' has an account, we’ve just emailed it. Open the link, or enter the code here.'],
    send: (accounts, email) => accounts.sendPasswordLink(email),
  },
  magiclink: {
    ask: 'Email me a login link',
    asking: 'Sending',
    title: 'Check your email for a login link.',
    text: ['If', ' has an account, we’ve just emailed it. Open the link, or enter the code here.'],
    send: (accounts, email) => accounts.sendSignInLink(email),
  },
}
