import type { Database } from '@walkon/service/database'
import type { SealedAddress } from '@walkon/service/sealed-tokens'
import { findErased } from '../accounts/find-erased.ts'
import { resumeIn } from './resume-list.ts'

/** The owner of the address has pressed the button of the mailed link. False for a link from before the erasure of the address. */
export async function confirmNewsletter(db: Database, { email, knownAt }: SealedAddress): Promise<boolean> {
  return db.transaction(async (tx) => {
    const erased = await findErased(tx, { addresses: [email] })
    if (erased.hasAddress(email, knownAt)) return false
    await resumeIn(tx, { list: 'newsletter', email }, { provenAt: knownAt })
    return true
  })
}
