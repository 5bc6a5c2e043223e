import type { Notification } from '@walkon/contracts/events/notifications'
import { toMoment, toTimeLeft } from '../domain/time-left.ts'
import { toAccountMail, type AccountWords } from './account-mail.ts'
import type { MailText, Setting, Site } from './mail.ts'

type Of<Kind extends Notification['kind']> = Extract<Notification, { kind: Kind }>
export type AccountNotice = Of<
  'account-exists' | 'reauthentication' | 'second-factor-guessed' | 'account-changed'
>

/** Tells what happened to an account, and what to do for whom it is a surprise. */
export function toAccountNoticeMail(content: AccountNotice, { site, now }: Setting): MailText {
  switch (content.kind) {
    case 'account-exists':
      return toAccountMail(accountExists(site), site)
    case 'reauthentication':
      return toAccountMail(reauthentication(content, site, now), site)
    case 'second-factor-guessed':
      return toAccountMail(secondFactorGuessed(content, site), site)
    case 'account-changed':
      return toAccountMail(accountChanged(content, site), site)
    default:
      return content satisfies never
  }
}

const newPassword = ({ publicUrl }: Site) => ({
  label: 'Choose a new password',
  url: `${publicUrl}/auth/forgot`,
})

const accountExists = (site: Site): AccountWords => ({
  subject: 'You already have a Walkon account',
  preheader: 'Somebody tried to sign up with your address. You can simply sign in.',
  heading: 'You already have an account',
  ask: 'Somebody wanted to sign up at Walkon with this address. There is an account for it already, so nothing was made or changed. If it was you, sign in.',
  action: { label: 'Sign in', url: `${site.publicUrl}/auth` },
  otherwise:
    'If you do not know your password any more, choose a new one. If it was not you, do nothing: your account is as it was, and whoever tried does not learn of it.',
  further: newPassword(site),
  reason: 'You get this because somebody entered this address to sign up at Walkon.',
})

function reauthentication({ code, expiresAt }: Of<'reauthentication'>, site: Site, now: Date): AccountWords {
  const until = new Date(expiresAt)
  return {
    subject: 'Confirm a change of your account',
    preheader: 'Your account is about to change. The code in this mail confirms that it is you.',
    heading: 'Is it you?',
    ask: 'Somebody who is signed in to your Walkon account wants to change something that is protected.',
    code: { ask: 'If it is you, enter this code where you were asked for it:', value: code },
    limit: `The code works for ${toTimeLeft(until, now)}, until ${toMoment(until)}.`,
    otherwise:
      'If it is not you, never pass the code on: somebody else may be signed in to your account. Choose a new password: that signs everybody out.',
    further: newPassword(site),
    reason: 'You get this because a change of your account was begun.',
  }
}

function secondFactorGuessed({ guessedAt }: Of<'second-factor-guessed'>, site: Site): AccountWords {
  const when = toMoment(new Date(guessedAt))
  return {
    subject: 'Someone is guessing your codes',
    preheader:
      'More than twenty codes were tried for your account. If it was not you, choose a new password.',
    heading: 'Someone is guessing your codes',
    ask: `Until ${when}, more than twenty codes of your authenticator app were tried within a day. Who tries them knows your password.`,
    otherwise:
      'If it was you, there is nothing to do. If it was not, choose a new password now: that signs everybody out.',
    further: newPassword(site),
    reason: 'You get this because codes were tried for your account.',
  }
}

type Change = Of<'account-changed'>['change']

function accountChanged({ change, changedAt }: Of<'account-changed'>, site: Site): AccountWords {
  const reason = 'You get this because your account was changed. We always tell you.'
  return { ...toChangeWords(change, toMoment(new Date(changedAt)), site), reason }
}

function toChangeWords(change: Change, when: string, site: Site): Omit<AccountWords, 'reason'> {
  const tellUs = { label: 'Tell us', url: `${site.publicUrl}/contact` }
  switch (change) {
    case 'password':
      return {
        subject: 'Your Walkon password was changed',
        preheader: `It was changed on ${when}. If it was not you, choose a new one now.`,
        heading: 'Your password was changed',
        ask: `The password of your Walkon account was changed on ${when}. All other devices were signed out.`,
        otherwise:
          'If it was you, there is nothing to do. If it was not, choose a new password now: that signs everybody out.',
        further: newPassword(site),
      }
    case 'email':
      return {
        subject: 'Your Walkon address was changed',
        preheader: `It was changed on ${when}. If it was not you, tell us now.`,
        heading: 'Your address was changed',
        ask: `The e-mail address of your Walkon account was changed on ${when}. This one, the old address, does not sign in any more.`,
        otherwise:
          'If it was you, there is nothing to do. If it was not, tell us now: you can no longer take the account back with this address alone.',
        further: tellUs,
      }
    case 'second-factor-on':
      return {
        subject: 'Your authenticator app was added',
        preheader: `Signing in asks for its code since ${when}. If it was not you, tell us now.`,
        heading: 'Your authenticator app was added',
        ask: `Since ${when}, signing in to your Walkon account asks for a code of an authenticator app after the password.`,
        otherwise:
          'If it was you, there is nothing to do. If it was not, tell us now: somebody else is signed in to your account.',
        further: tellUs,
      }
    case 'second-factor-off':
      return {
        subject: 'Your authenticator app was removed',
        preheader: `Signing in asks for no code since ${when}. If it was not you, choose a new password now.`,
        heading: 'Your authenticator app was removed',
        ask: `Since ${when}, signing in to your Walkon account no longer asks for a code of that authenticator app.`,
        otherwise:
          'If it was you, there is nothing to do. If it was not, choose a new password now, which signs everybody out, and add the app again.',
        further: newPassword(site),
      }
    default:
      return change satisfies never
  }
}
