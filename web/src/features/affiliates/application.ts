import {
  AFFILIATE_PROBLEMS,
  MIN_NAME_LENGTH,
  MIN_REASON_LENGTH,
  PLATFORMS,
} from '@walkon/contracts/http/affiliates'
import type { NewAffiliateApplication } from '@walkon/contracts/http/new-affiliate-application'
import { minLength, object, refine, regex, string, trim, type output } from 'zod/mini'
import { ApiError } from '../../lib/api.ts'
import { isEmail } from '../../lib/email.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { problemText } from '../../lib/problem-texts.ts'
import { readCount } from '../../lib/typed-money.ts'

/** The form's words for a refused entry; the texts are those of companion, section 5. */
export const ENTRY_TEXTS = {
  fullName: { title: 'Name Required', text: AFFILIATE_PROBLEMS.fullName },
  applicantEmail: { title: 'Email Required', text: AFFILIATE_PROBLEMS.email },
  platform: { title: 'Platform Required', text: AFFILIATE_PROBLEMS.primaryPlatform },
  noFollowers: { title: 'Followers Required', text: AFFILIATE_PROBLEMS.followers },
  count: { title: 'Not a Number', text: 'Please enter a whole number, such as 1200.' },
  whyJoin: { title: 'Reason Required', text: AFFILIATE_PROBLEMS.whyJoin },
} satisfies Record<string, ProblemText>

const error = (key: keyof typeof ENTRY_TEXTS) => ({ error: key })

/** The service's limit. */
const MOST_FOLLOWERS = 999_999_999
const isCount = (entered: string) =>
  entered.trim() === '' || (readCount(entered) ?? Number.POSITIVE_INFINITY) <= MOST_FOLLOWERS
const count = () => string().check(refine(isCount, error('count')))
const optional = () => string().check(trim())

const entries = object({
  fullName: string().check(trim(), minLength(MIN_NAME_LENGTH, error('fullName'))),
  email: string().check(trim(), refine(isEmail, error('applicantEmail'))),
  phone: optional(),
  instagramHandle: optional(),
  instagramFollowers: count(),
  tiktokHandle: optional(),
  tiktokFollowers: count(),
  youtubeChannel: optional(),
  youtubeSubscribers: count(),
  twitterHandle: optional(),
  twitterFollowers: count(),
  primaryPlatform: string().check(regex(new RegExp(`^(${PLATFORMS.join('|')})$`), error('platform'))),
  contentNiche: optional(),
  whyJoin: string().check(trim(), minLength(MIN_REASON_LENGTH, error('whyJoin'))),
})
export type Entries = output<typeof entries>

export const applicationForm = entries.check(
  refine((entered) => listCounts(entered).some((followers) => (readCount(followers) ?? 0) > 0), {
    path: ['primaryPlatform'],
    ...error('noFollowers'),
    // Also where other entries are refused: all that is missing is said at once.
    when: () => true,
  }),
)

const listCounts = (entered: Entries) => [
  entered.instagramFollowers,
  entered.tiktokFollowers,
  entered.youtubeSubscribers,
  entered.twitterFollowers,
]

export function toApplication(entered: Entries): NewAffiliateApplication {
  const platform = PLATFORMS.find((name) => name === entered.primaryPlatform) ?? 'other'
  return {
    ...entered,
    instagramFollowers: readCount(entered.instagramFollowers),
    tiktokFollowers: readCount(entered.tiktokFollowers),
    youtubeSubscribers: readCount(entered.youtubeSubscribers),
    twitterFollowers: readCount(entered.twitterFollowers),
    primaryPlatform: platform,
  }
}

/** Companion, section 8; a limit that was reached says how to go on. */
export const failureText = (failure: unknown): ProblemText =>
  failure instanceof ApiError && failure.code === 'too-many-requests'
    ? problemText(failure)
    : { title: 'Application not sent', text: 'Failed to submit application. Please try again.' }
