import type { Database } from '@walkon/service/database'
import { hashAddress } from '@walkon/service/address-hash'
import { randomUUID } from 'node:crypto'
import { insertApplication } from '../db/affiliates/affiliate-applications.ts'

/** An application that waits for its decision. Returns its id. */
export async function insertTestApplication(
  db: Database,
  email = 'ada@example.com',
  fullName = 'Ada Park',
): Promise<string> {
  const id = randomUUID()
  await insertApplication(db, {
    id,
    userId: null,
    fullName,
    email,
    addressHash: hashAddress(email),
    phone: null,
    instagramHandle: '@adaparks',
    instagramFollowers: 12_000,
    tiktokHandle: null,
    tiktokFollowers: null,
    youtubeChannel: null,
    youtubeSubscribers: null,
    twitterHandle: null,
    twitterFollowers: null,
    totalFollowers: 12_000,
    primaryPlatform: 'instagram',
    contentNiche: null,
    whyJoin: 'My followers ask me about waits.',
    createdAt: new Date(),
    decision: null,
    decidedAt: null,
    promoCode: null,
  })
  return id
}
