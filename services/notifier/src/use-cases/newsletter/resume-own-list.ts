import type { MailList } from '@walkon/contracts/values'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { resumeList } from './resume-list.ts'

/**
 * Resumes a list for a visitor whose address is proven. Throws `address-suppressed` if a person must lift an entry at Postmark, and
 * `nothing-to-resume` if something else than a wish stands against the address.
 */
export async function resumeOwnList(db: Database, email: string, list: MailList): Promise<void> {
  const { stood, isStopped } = await resumeList(db, { list, email })
  if (isStopped)
    throw new AppError('address-suppressed', 'An entry at the mail provider stops all mails to this address')
  if (stood !== 'unsubscribed' && stood !== 'ok')
    throw new AppError(
      'nothing-to-resume',
      'Another reason than an unsubscription stands against this address',
    )
}
