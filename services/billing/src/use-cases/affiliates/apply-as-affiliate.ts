import {
  toTotalFollowers,
  type newAffiliateApplication,
} from '@walkon/contracts/http/new-affiliate-application'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import type { z } from 'zod'
import { insertApplication } from '../../db/affiliates/affiliate-applications.ts'
import type { ClientLimit } from '@walkon/service/client-limit'

export type AffiliateDeps = { db: Database; affiliateLimit: ClientLimit; now: () => Date }

/** The namespace of the ids that are derived from applications. */
const NAMESPACE = '0b1c6d6e-3f1a-4c59-9d6b-8f0a6f0a1c11'

/**
 * Stores an application to the affiliate programme. It needs no proof of its address, so nothing is mailed to it before an admin has decided. The same
 * application again (a double click, a lost answer) is stored once. Throws `too-many-requests`.
 */
export async function applyAsAffiliate(
  { db, affiliateLimit, now }: AffiliateDeps,
  application: z.output<typeof newAffiliateApplication>,
  { userId, client }: { userId: string | null; client: string },
): Promise<void> {
  await affiliateLimit.admit(client)
  await insertApplication(db, {
    ...application,
    id: deriveId(NAMESPACE, JSON.stringify([userId, application])),
    userId,
    addressHash: hashAddress(application.email),
    totalFollowers: toTotalFollowers(application),
    createdAt: now(),
    decision: null,
    decidedAt: null,
    promoCode: null,
  })
}
