import { z } from 'zod/mini'
import { emailAddress, instant } from '../values.ts'

/** The affiliate programme, under `/api/billing/affiliate-applications` (companion, sections 2, 3 and 5). */

export const MIN_NAME_LENGTH = 2
export const MIN_REASON_LENGTH = 10
export const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'twitter', 'other'] as const

/** The words that the form says where an entry is missing (companion, section 5). */
export const AFFILIATE_PROBLEMS = {
  fullName: 'Name must be at least 2 characters',
  email: 'Invalid email address',
  primaryPlatform: 'Please select your primary platform',
  whyJoin: 'Please tell us more (at least 10 characters)',
  followers: 'Please provide at least one social media handle with follower count',
} as const

/** Null where nothing was entered. */
const optionalText = (most: number) =>
  z.pipe(
    z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(most)))),
    z.transform((text) => text || null),
  )

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
    fullName: z
      .string()
      .check(z.trim(), z.minLength(MIN_NAME_LENGTH, AFFILIATE_PROBLEMS.fullName), z.maxLength(200)),
    email: emailAddress,
    phone: optionalText(40),
    ...channels,
    primaryPlatform: z.enum(PLATFORMS),
    contentNiche: optionalText(300),
    whyJoin: z
      .string()
      .check(z.trim(), z.minLength(MIN_REASON_LENGTH, AFFILIATE_PROBLEMS.whyJoin), z.maxLength(4_000)),
  })
  .check(
    z.refine((applicant) => toTotalFollowers(applicant) > 0, {
      path: ['primaryPlatform'],
      error: AFFILIATE_PROBLEMS.followers,
    }),
  )
export type NewAffiliateApplication = z.input<typeof newAffiliateApplication>

/** 201. The same application again is answered alike and stored once. */
export const affiliateApplicationReceipt = z.object({ status: z.literal('received') })

/** `GET /api/billing/affiliate-applications`: what an admin reads. */
export const affiliateApplication = z.object({
  id: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  instagramHandle: z.nullable(z.string()),
  instagramFollowers: z.nullable(z.int()),
  tiktokHandle: z.nullable(z.string()),
  tiktokFollowers: z.nullable(z.int()),
  youtubeChannel: z.nullable(z.string()),
  youtubeSubscribers: z.nullable(z.int()),
  twitterHandle: z.nullable(z.string()),
  twitterFollowers: z.nullable(z.int()),
  totalFollowers: z.int(),
  primaryPlatform: z.enum(PLATFORMS),
  contentNiche: z.nullable(z.string()),
  whyJoin: z.string(),
  createdAt: instant,
})
export type AffiliateApplication = z.output<typeof affiliateApplication>
