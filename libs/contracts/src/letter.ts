import { z } from 'zod'
import { lineOf } from './plain-text.ts'
import { feedId, instant, mailList } from './values.ts'

/** Plain text; notifier escapes it for channels with markup. */
const line = (most: number) => z.string().regex(lineOf(most))

/** The subject line of a mail: the longest name of a park (`oneLine`) and the words around it. */
const subject = line(160)

const PARAGRAPH = 600

/** The path of a page of our own site. A whole address is refused: notifier puts the site before the path. */
const path = z
  .string()
  .max(8_000)
  .regex(/^\/(?![/\\])[^\s\\]*$/)

const label = line(60)

/** A page that opens with a token of the recipient. Notifier seals the token when it writes the letter. */
const personalLink = z.object({ label, page: z.literal('manage-alerts') })

const link = z.union([z.object({ label, path }), personalLink])
export type LetterLink = z.output<typeof link>

/** The action of a letter: its button. `worksUntil` is the expiry of the link, which the letter then shows. */
const action = z.union([z.object({ label, path, worksUntil: z.optional(instant) }), personalLink])

/** Facts that are looked up later, such as a receipt: below the words and the links, label beside value. */
const details = z.object({
  title: line(60),
  rows: z
    .array(z.object({ label: line(40), value: line(PARAGRAPH) }))
    .min(1)
    .max(8),
})

const further = z.array(link).max(4)

const letterFields = z.object({
  kind: z.literal('letter'),
  /** The kind of letter, as the provider's tag; never shown. */
  name: z
    .string()
    .max(40)
    .regex(/^[a-z]+(-[a-z]+)*$/),
  /** The subscription whose erasure deletes the letter. */
  subscriptionId: z.uuid().optional(),
  /** The park that the letter is about, where there is one. */
  park: z.object({ parkId: feedId, timezone: z.string() }).optional(),

  subject,
  /** The text that a mail program shows beside the subject. */
  preheader: line(400).optional(),
  /** The words beside our name at the top: `Your account`, or a park and its days. */
  about: z.array(line(200)).min(1).max(2),
  heading: subject,
  /** The news, or the request to the recipient. */
  paragraphs: z.array(line(PARAGRAPH)).min(1).max(8),
  action: action.optional(),
  /** A code to type on the page where the visitor began. */
  code: z
    .object({ ask: line(200), value: z.string().regex(/^[0-9A-Z]{4,12}$/), worksUntil: instant })
    .optional(),
  /** The paragraph after the action and the code: what to do if the letter is a surprise. */
  closing: line(PARAGRAPH).optional(),
  /** Other pages, below the words. */
  further: further.optional(),
  /** Stays in the words for an address that has left the list. */
  details: details.optional(),
  /** Why the recipient gets the letter. */
  reason: line(300),
  /** The whole letter for a text message or a push notification; a link may follow it. */
  shortText: line(160),
  /**
   * Present on a letter that answers a request for the mails of a list, such as `your alerts are on`. It has a one-click unsubscribe link.
   * An address that has left the list gets these words instead, with the way to subscribe again as action. A letter that protects an
   * account has none; a mail of a list names its list beside the letter.
   */
  whenUnsubscribed: z
    .object({
      /** The ride alerts, where none is named. */
      list: z.optional(mailList),
      subject,
      heading: subject,
      paragraphs: z.array(line(PARAGRAPH)).min(1).max(8),
      further,
    })
    .optional(),
})

/**
 * A letter whose words come from the service that requests it, so that a new letter needs no change in notifier.
 * The parts that a locked screen shows contain neither its code nor the token of its link.
 */
export const letter = letterFields.refine((words) => !mayShowSecret(words), {
  error: 'The subject, the preheader and the short text must not hold the code or the token of the link',
})
export type Letter = z.output<typeof letter>

function mayShowSecret(words: z.output<typeof letterFields>): boolean {
  const { code, preheader, shortText, whenUnsubscribed } = words
  const shown = [words.subject, preheader, shortText, whenUnsubscribed?.subject].join('\n')
  const links = [...(words.action ? [words.action] : []), ...(words.further ?? [])]
  // Parts of a path with 20 or more characters are tokens; no word of a path is that long.
  const tokens = links.flatMap((to) => ('path' in to ? (to.path.match(/[\w-]{20,}/g) ?? []) : []))
  return [...tokens, ...(code ? [code.value] : [])].some((secret) => shown.includes(secret))
}
