import type { Role } from '@walkon/contracts/http/identity'
import type { Letter } from '@walkon/contracts/letter'
import { NEW_PASSWORD, TELL_US, toAccountLetter } from './account-letter.ts'

/** The name of an account with the role. */
const HOLDERS: Record<Role, string> = {
  admin: 'an admin',
  moderator: 'a moderator',
  support: 'on the support desk',
}

const NAMES: Record<Role, string> = {
  admin: 'admin',
  moderator: 'moderator',
  support: 'support',
}

/** The room that the role opens first. */
const ROOMS: Record<Role, NonNullable<Letter['action']>> = {
  admin: { label: 'Open the admin pages', path: '/admin' },
  moderator: { label: 'Open the moderation', path: '/moderation' },
  support: { label: 'Open the support desk', path: '/admin/desk' },
}

const AUDIT_TRAIL = { label: 'Open the audit trail', path: '/admin/audit' }

/** To every admin: an account has a new role. It names no account: the audit trail does, and every admin may read it. */
export const toNewRoleLetter = (role: Role, byAdmin: boolean): Letter =>
  toAccountLetter('role-granted', {
    subject: `Walkon has a new ${NAMES[role]} account`,
    preheader: 'Every admin is told. If you do not know why, look into it now.',
    heading: `Someone is now ${HOLDERS[role]}`,
    paragraphs: [
      byAdmin
        ? `An admin has given an account the role “${role}”. The audit trail says who gave it to whom.`
        : `An operator has given an account the role “${role}” by the command, so the audit trail does not have it.`,
    ],
    ...(byAdmin && { action: AUDIT_TRAIL }),
    closing:
      'If it was agreed, there is nothing to do. If it was not, find the account at the support desk and take the role away now.',
    further: [ROOMS.support],
    reason: 'You’re getting this because you are an admin of Walkon. Every admin is told of a new role.',
    shortText: `An account of Walkon has the role ${role} now. If it was not agreed, look into it now.`,
  })

/** To the account itself. */
export const toGrantedRoleLetter = (role: Role): Letter =>
  toAccountLetter('own-role-granted', {
    subject: 'Your Walkon account has a role',
    preheader: `You are now ${HOLDERS[role]}.`,
    heading: `You are now ${HOLDERS[role]}`,
    paragraphs: [`Your Walkon account was just given the role “${role}”. ${OPENS[role]}`],
    action: ROOMS[role],
    closing:
      'If it is not what you agreed on, tell us. Keep your password and your authenticator app to yourself.',
    ...OWN,
    shortText: `Your Walkon account has the role ${role} now. If it was not agreed, tell us.`,
  })

export const toRevokedRoleLetter = (role: Role): Letter =>
  toAccountLetter('own-role-revoked', {
    subject: 'A role of yours has ended',
    preheader: `You are no longer ${HOLDERS[role]} at Walkon.`,
    heading: `You are no longer ${HOLDERS[role]}`,
    paragraphs: [`Your Walkon account just lost the role “${role}”, on every device.`],
    closing: 'If it is not what you agreed on, tell us: an admin can give it back.',
    ...OWN,
    shortText: `Your Walkon account does not have the role ${role} any more.`,
  })

const OWN = {
  further: [TELL_US, NEW_PASSWORD],
  reason: 'You’re getting this because your account was changed. We always tell you.',
}

const SECOND_FACTOR =
  'Its pages take a code from an authenticator app. Have an app at hand: the first page sets it up.'
const OPENS: Record<Role, string> = {
  admin: SECOND_FACTOR,
  moderator: 'Log in again to use it.',
  support: SECOND_FACTOR,
}
