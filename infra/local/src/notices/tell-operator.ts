import type { NotifierSettings } from '@walkon/notifier/config'
import { pushToAdmins } from '@walkon/notifier/use-cases/push/push-to-admins'
import type { Database } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import type { Log } from '@walkon/service/log'
import { mailOperator } from '../operator-mail.ts'
import { toNotice, toPushLetter } from './notice-words.ts'
import type { Standing, Subject } from './standings.ts'

const NOTICES = '5b2f0a4e-7f0c-4a52-9c0d-0f6f3b1c8d21'

export type TellDeps = {
  notifier: { db: Database; settings: NotifierSettings }
  /** The operator's address. */
  operator: string
  log: Log
  now: () => Date
}

/** Tells a change. True once the operator was told; a mail that is not accepted is tried again with the next look. */
export async function tellOperator(deps: TellDeps, subject: Subject, standing: Standing): Promise<boolean> {
  const { notifier, operator, log, now } = deps
  const id = deriveId(NOTICES, `${subject} ${standing.fault === null ? 'well' : 'failing'} ${standing.since}`)
  const words = toNotice(subject, standing.fault)
  const byMail = async () => {
    const { kind, reason } = await mailOperator(notifier.settings, {
      id,
      to: operator,
      ...words,
      tag: 'operator-notice',
    })
    if (kind !== 'accepted') log.warn({ subject, reason }, 'operator not told yet')
    // A second mail of a doubt would carry the same Message-ID and tell nothing new.
    return kind !== 'failed'
  }
  const byPush = () => pushToAdmins(notifier.db, { noticeId: id, letter: toPushLetter(words), now: now() })
  if (subject !== 'mail') return byMail()
  // Mail that fails tells of itself by push. That it goes out again is proven by a mail.
  if (standing.fault === null && !(await byMail())) return false
  const devices = await byPush()
  if (devices === 0) log.warn({ subject }, 'no admin has a device for pushes')
  return true
}
