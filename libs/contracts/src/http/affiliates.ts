import { z } from 'zod/mini'
import { instant } from '../values.ts'

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

/** 201. The same application again gets the same answer and is stored once. */
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
