import type { Accounts, MailKind } from './accounts.ts'

/** The mails that a visitor can ask for, each with a link and a code. Nothing said here tells whether there is an account. */
export type AskedMail = Exclude<MailKind, 'email_change'>

type MailWords = {
  ask: string
  asking: string
  title: string
  text: string
  send: (accounts: Accounts, email: string) => Promise<unknown>
}

export const MAILS: Record<AskedMail, MailWords> = {
  signup: {
    ask: 'Send the link again',
    asking: 'Sending',
    title: 'Check your email for a confirmation link.',
    text: 'Open it on any device, or enter the code from the same mail here.',
    send: (accounts, email) => accounts.resendConfirmation(email),
  },
  recovery: {
    ask: 'Email me a reset link',
    asking: 'Sending',
    title: 'Check your email for a reset link.',
    text: 'If there is an account for this address, a mail is on its way. Open its link, or enter its code here.',
    send: (accounts, email) => accounts.sendPasswordLink(email),
  },
  magiclink: {
    ask: 'Email me a sign-in link',
    asking: 'Sending',
    title: 'Check your email for a sign-in link.',
    text: 'If there is an account for this address, a mail is on its way. Open its link, or enter its code here.',
    send: (accounts, email) => accounts.sendSignInLink(email),
  },
}
