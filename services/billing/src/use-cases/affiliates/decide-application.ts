import type { AcceptAffiliate, AffiliateApplication } from '@walkon/contracts/http/affiliates'
import type { Letter } from '@walkon/contracts/letter'
import { audit } from '@walkon/runtime/admin-actions'
import { requestLetter } from '@walkon/runtime/request-letter'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import {
  lockApplication,
  saveDecision,
  type AffiliateApplicationRow,
} from '../../db/affiliates/affiliate-applications.ts'
import { insertPromoCode } from '../../db/promo-codes/promo-codes.ts'
import { toAcceptedLetter, toDeclinedLetter } from '../../domain/affiliate-letters.ts'
import { viewApplications } from './list-affiliates.ts'

type Deps = { db: Database; now: () => Date }

/**
 * Accepts an application, gives it a promo code of its own, and mails both to the address that it names. The same decision again changes
 * nothing. Throws `application-not-found`, `application-decided` and `promo-code-exists`.
 */
export const acceptApplication = (
  deps: Deps,
  adminId: string,
  applicationId: string,
  { code, channel, percent }: AcceptAffiliate,
): Promise<AffiliateApplication> =>
  decide(deps, applicationId, { decision: 'accepted', promoCode: code }, async (tx, now) => {
    const inserted = await insertPromoCode(tx, {
      code,
      channel,
      discount: 'percentage',
      percent,
      maxRedemptions: null,
      maxRedemptionsPerEmail: null,
      expiresAt: null,
      createdAt: now,
    })
    if (!inserted) throw new AppError('promo-code-exists', `The promo code ${code} exists`)
    await audit(tx, { actorId: adminId, action: 'accept-affiliate', subjectId: applicationId, now })
    return toAcceptedLetter({ code, channel, percent })
  })

/** Declines an application and mails so. The same decision again changes nothing. Throws `application-not-found` and `application-decided`. */
export const declineApplication = (
  deps: Deps,
  adminId: string,
  applicationId: string,
): Promise<AffiliateApplication> =>
  decide(deps, applicationId, { decision: 'declined', promoCode: null }, async (tx, now) => {
    await audit(tx, { actorId: adminId, action: 'decline-affiliate', subjectId: applicationId, now })
    return toDeclinedLetter()
  })

type Decision = Pick<AffiliateApplicationRow, 'decision' | 'promoCode'>

/** Makes a decision once, under the lock of the application: two admins at the same moment decide one after the other. */
async function decide(
  { db, now }: Deps,
  id: string,
  made: Decision,
  follow: (tx: Transaction, now: Date) => Promise<Letter>,
): Promise<AffiliateApplication> {
  const row = await db.transaction(async (tx) => {
    const application = await lockApplication(tx, id)
    if (!application) throw new AppError('application-not-found', 'No application has this id')
    if (application.decision === made.decision && application.promoCode === made.promoCode) return application
    if (application.decision !== null)
      throw new AppError('application-decided', `The application was ${application.decision} before`)
    const at = now()
    const letter = await follow(tx, at)
    await saveDecision(tx, id, { ...made, decidedAt: at })
    await requestLetter(tx, 'billing', { to: { email: application.email }, about: id, letter }, at)
    return { ...application, ...made, decidedAt: at }
  })
  const [view] = await viewApplications(db, [row])
  if (!view) throw new Error('An application has a view')
  return view
}
