import { z } from 'zod'
import { lineOf } from './plain-text.ts'
import { feedId, instant } from './values.ts'

/** Text alone: notifier escapes it where a channel has markup. */
const line = (most: number) => z.string().regex(lineOf(most))

/** The subject line of a mail: the longest name of a park (`oneLine`) and the words around it. */
const subject = line(160)

const PARAGRAPH = 600

/** A page of our own site, from the address's `/` on. Never an address: notifier puts the site before it. */
const path = z
  .string()
  .max(8_000)
  .regex(/^\/(?![/\\])[^\s\\]*$/)

const label = line(60)

/** A page that opens with a token of the recipient, which notifier seals when the letter is written. */
const personalLink = z.object({ label, page: z.literal('manage-alerts') })

const link = z.union([z.object({ label, path }), personalLink])
export type LetterLink = z.output<typeof link>

/** The action of a letter: its button. `worksUntil` is for a link that ends; the letter then says how long it works. */
const action = z.union([z.object({ label, path, worksUntil: z.optional(instant) }), personalLink])

const further = z.array(link).max(4)

const letterFields = z.object({
  kind: z.literal('letter'),
  /** Which letter it is. The provider's tag; never shown. */
  name: z
    .string()
    .max(40)
    .regex(/^[a-z]+(-[a-z]+)*$/),
  /** Whose erasure takes the letter with it. */
  subscriptionId: z.uuid().optional(),
  /** What the letter is about, where it is about a park. */
  park: z.object({ parkId: feedId, timezone: z.string() }).optional(),

  subject,
  /** What a mail program shows beside the subject. */
  preheader: line(400).optional(),
  /** What stands beside our name at the top: `Your account`, or a park and its days. */
  about: z.array(line(200)).min(1).max(2),
  heading: subject,
  /** What happened, or what is asked. */
  paragraphs: z.array(line(PARAGRAPH)).min(1).max(8),
  action: action.optional(),
  /** To be typed where the step was begun. */
  code: z
    .object({ ask: line(200), value: z.string().regex(/^[0-9A-Z]{4,12}$/), worksUntil: instant })
    .optional(),
  /** The paragraph after the action and the code: what to do if the letter is a surprise. */
  closing: line(PARAGRAPH).optional(),
  /** Other pages, below the words. */
  further: further.optional(),
  /** Why the recipient gets it. */
  reason: line(300),
  /** The whole letter where there is room for one text segment or one notification; a link may follow it. */
  shortText: line(160),
  /**
   * A letter of the alerts. It can be left with one click, and tells an address that has left so, in these words, with
   * the way back as its action. A letter without them was asked for, or guards an account: it cannot be left.
   */
  whenUnsubscribed: z
    .object({ subject, heading: subject, paragraphs: z.array(line(PARAGRAPH)).min(1).max(8), further })
    .optional(),
})

/**
 * A letter whose words come from the service that knows them, so that another letter needs no change in notifier.
 * What a locked screen shows of it holds neither its code nor the token of its link.
 */
export const letter = letterFields.refine((words) => !mayShowSecret(words), {
  error: 'The subject, the preheader and the short text must not hold the code or the token of the link',
})
export type Letter = z.output<typeof letter>

function mayShowSecret(words: z.output<typeof letterFields>): boolean {
  const { code, preheader, shortText, whenUnsubscribed } = words
  const shown = [words.subject, preheader, shortText, whenUnsubscribed?.subject].join('\n')
  const links = [...(words.action ? [words.action] : []), ...(words.further ?? [])]
  // A token is longer than any word of a path.
  const tokens = links.flatMap((to) => ('path' in to ? (to.path.match(/[\w-]{20,}/g) ?? []) : []))
  return [...tokens, ...(code ? [code.value] : [])].some((secret) => shown.includes(secret))
}
