import type { Letter } from '@walkon/contracts/letter'
import type { Fault, Subject } from './standings.ts'

const WELL: Record<Subject, { subject: string; text: string }> = {
  feed: { subject: 'Walkon: the park feed is read again', text: 'All destinations have been read.' },
  disk: { subject: 'Walkon: the disk has room again', text: 'There is nothing to do.' },
  mail: {
    subject: 'Walkon: mail goes out again',
    text: 'This mail is the proof. Alerts that were older than 15 minutes have not been sent.',
  },
}

const FAILING: Record<Subject, { subject: string; mend: string }> = {
  feed: {
    subject: 'Walkon: the park feed cannot be read',
    mend: 'Alerts of these parks stand still until the feed answers; then they go on by themselves. `npm run walkon -- check-providers` says more.',
  },
  disk: {
    subject: 'Walkon: the disk is nearly full',
    mend: 'Walkon stops when it is full. Make room, for example by moving backups elsewhere.',
  },
  mail: {
    subject: 'Walkon: mail does not go out',
    mend: 'Look at the mailbox, or run `npm run walkon -- check-providers`.',
  },
}

export type NoticeWords = { subject: string; text: string }

/** The notice of a fault, or that all is well. Times are in UTC: a server has no time of its reader. */
export const toNotice = (subject: Subject, fault: Fault): NoticeWords =>
  fault === null
    ? WELL[subject]
    : { subject: FAILING[subject].subject, text: `${fault} ${FAILING[subject].mend}` }

/** The same for the devices of admins. */
export const toPushLetter = ({ subject, text }: NoticeWords): Letter => ({
  kind: 'letter',
  name: 'operator-notice',
  subject,
  about: ['Your server'],
  heading: subject,
  paragraphs: [text],
  reason: 'You’re getting this because you are an admin of this Walkon.',
  shortText: text.length > 160 ? `${text.slice(0, 159)}…` : text,
})
