import type { Notification } from '@walkon/contracts/events/notifications'
import { toMoment, toTimeLeft } from '../domain/time-left.ts'
import { toAccountMail, type AccountWords } from './account-mail.ts'
import type { MailText, Setting, Site } from './mail.ts'

export type AccountLink = Extract<Notification, { path: string }>

/** Asks for one step, by the button or by typing the code where the step was begun. */
export function toAccountLinkMail(content: AccountLink, { site, now }: Setting): MailText {
  const { label, codeAsk, ...words } = toWords(content.kind, site)
  return toAccountMail(
    {
      ...words,
      ...toLinks(label, content, site),
      code: { ask: codeAsk, value: content.code },
      limit: toLimit(new Date(content.linkExpiresAt), new Date(content.codeExpiresAt), now),
    },
    site,
  )
}

/** An app's link signs in that app alone; the one to our page works for everybody who has the mail. */
function toLinks(label: string, { path, appPath }: AccountLink, { publicUrl }: Site) {
  const ours = `${publicUrl}${path}`
  if (appPath === undefined) return { action: { label, url: ours } }
  const onOurSite = { label: 'Not from an app? Continue on our own page', url: ours }
  return { action: { label, url: `${publicUrl}${appPath}` }, onOurSite }
}

type LinkWords = Omit<AccountWords, 'action' | 'onOurSite' | 'code' | 'limit'> & {
  label: string
  codeAsk: string
}

function toWords(kind: AccountLink['kind'], site: Site): LinkWords {
  switch (kind) {
    case 'confirm-account':
      return {
        subject: 'Confirm your Walkon account',
        preheader: 'One press, and your account is ready. If you did not sign up, do nothing.',
        heading: 'Confirm your address',
        ask: 'Somebody signed up at Walkon with this address. If it was you, press the button and your account is ready.',
        label: 'Confirm my account',
        codeAsk: 'Or enter this code where you signed up:',
        otherwise: 'If it was not you, do nothing: without this step there is no account.',
        reason: 'You get this because somebody entered this address to sign up at Walkon.',
      }
    case 'reset-password':
      return {
        subject: 'Choose a new Walkon password',
        preheader: 'You asked for a new password. If you did not, yours stays as it is.',
        heading: 'Choose a new password',
        ask: 'Somebody asked for a new password for the Walkon account of this address. If it was you, press the button and choose one.',
        label: 'Choose a new password',
        codeAsk: 'Or enter this code where you asked for it:',
        otherwise:
          'If it was not you, do nothing: your password stays as it is. Never pass the link or the code on; nobody at Walkon asks for them.',
        reason: 'You get this because somebody asked for a new password for the account of this address.',
      }
    case 'sign-in':
      return {
        subject: 'Sign in to Walkon',
        preheader: 'One press signs you in, without a password. If you did not ask, do nothing.',
        heading: 'Sign in to Walkon',
        ask: 'Somebody asked to sign in to Walkon with this address. If it was you, press the button. It works once.',
        label: 'Sign in',
        codeAsk: 'Or enter this code where you want to sign in:',
        otherwise:
          'If it was not you, do nothing: nobody is signed in without this mail. Never pass the link or the code on; nobody at Walkon asks for them.',
        reason: 'You get this because somebody asked to sign in with this address.',
      }
    case 'confirm-new-email':
      return {
        subject: 'Confirm the change of your address',
        preheader: 'The address of an account is to change. We ask at the old one and at the new one.',
        heading: 'Confirm the change of address',
        ask: 'Somebody who is signed in to a Walkon account wants to change its e-mail address, from this one or to it. We ask at both; the address changes when both have agreed.',
        label: 'Confirm the change',
        codeAsk: 'Or enter this code where the change was asked for:',
        otherwise:
          'If it was not you, do nothing: without both, the address stays. But if your account has this address, somebody else may be signed in to it. Choose a new password: that signs everybody out.',
        further: { label: 'Choose a new password', url: `${site.publicUrl}/auth/forgot` },
        reason:
          'You get this because a change of address was asked for, and this is the old address or the new one.',
      }
    default:
      return kind satisfies never
  }
}

function toLimit(linkUntil: Date, codeUntil: Date, now: Date): string {
  const ofLink = `${toTimeLeft(linkUntil, now)}, until ${toMoment(linkUntil)}`
  const ofCode = `${toTimeLeft(codeUntil, now)}, until ${toMoment(codeUntil)}`
  return ofLink === ofCode
    ? `The link and the code work for ${ofLink}.`
    : `The link works for ${ofLink}. The code works for ${ofCode}.`
}
