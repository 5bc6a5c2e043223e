import { z } from 'zod/mini'
import { emailAddress } from '../email-address.ts'
import { AFFILIATE_PROBLEMS, MIN_NAME_LENGTH, MIN_REASON_LENGTH, PLATFORMS } from './affiliates.ts'
import { optionalText, writtenText } from './written-text.ts'

/** Billing's checks of an application. A file of its own: a browser that reads the answers does not load it. */

/** More than any account has. */
const followers = z.pipe(
  z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000)))),
  z.transform((entered) => entered ?? null),
)

const channels = {
  instagramHandle: optionalText(100),
  instagramFollowers: followers,
  tiktokHandle: optionalText(100),
  tiktokFollowers: followers,
  youtubeChannel: optionalText(200),
  youtubeSubscribers: followers,
  twitterHandle: optionalText(100),
  twitterFollowers: followers,
}

type Counts = {
  instagramFollowers: number | null
  tiktokFollowers: number | null
  youtubeSubscribers: number | null
  twitterFollowers: number | null
}

/** The sum of the four counts. */
export const toTotalFollowers = (counts: Counts): number =>
  (counts.instagramFollowers ?? 0) +
  (counts.tiktokFollowers ?? 0) +
  (counts.youtubeSubscribers ?? 0) +
  (counts.twitterFollowers ?? 0)

/** `POST /api/billing/affiliate-applications` */
export const newAffiliateApplication = z
  .object({
    fullName: writtenText(200).check(z.minLength(MIN_NAME_LENGTH, AFFILIATE_PROBLEMS.fullName)),
    email: emailAddress,
    phone: optionalText(40),
    ...channels,
    primaryPlatform: z.enum(PLATFORMS),
    contentNiche: optionalText(300),
    whyJoin: writtenText(4_000).check(z.minLength(MIN_REASON_LENGTH, AFFILIATE_PROBLEMS.whyJoin)),
  })
  .check(
    z.refine((applicant) => toTotalFollowers(applicant) > 0, {
      path: ['primaryPlatform'],
      error: AFFILIATE_PROBLEMS.followers,
    }),
  )
export type NewAffiliateApplication = z.input<typeof newAffiliateApplication>
