import { z } from 'zod/mini'
import { instant } from '../values.ts'
import { percent } from './billing.ts'
import { newCode } from './promo-codes.ts'

/** The affiliate programme, under `/api/billing/affiliate-applications` (companion, sections 2, 3 and 5). */

export const MIN_NAME_LENGTH = 2
export const MIN_REASON_LENGTH = 10
export const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'twitter', 'other'] as const

export const DECISIONS = ['accepted', 'declined'] as const

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
  /** Null while it waits. */
  decision: z.nullable(z.enum(DECISIONS)),
  decidedAt: z.nullable(instant),
  /** Null unless the application is accepted. */
  promoCode: z.nullable(z.string()),
  /** Orders that were paid with the code. */
  paidOrders: z.int(),
  /** Their price, an entry for each currency: sums of several are no sum. */
  revenue: z.array(z.object({ currency: z.literal('usd'), cents: z.int() })),
})
export type AffiliateApplication = z.output<typeof affiliateApplication>

/** `POST /api/billing/affiliate-applications/:applicationId/accept`: the code that the followers get, and what it takes off an order. */
export const acceptAffiliate = z.strictObject({ code: newCode, channel: z.enum(['email', 'sms']), percent })
export type AcceptAffiliate = z.output<typeof acceptAffiliate>
