import { z } from 'zod'
import { listMessages } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { toText } from './accept.ts'
import { TwilioError } from './errors.ts'
import type { Account } from './message.ts'

/** An instant, or a day of UTC. */
const date = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => ({ at: new Date(text), isDay: !text.includes('T') }))

/** The filters of a list, and no others. `DateSent>` includes the instant itself. */
const textFilter = z.strictObject({
  To: z.string().optional(),
  From: z.string().optional(),
  DateSent: date.optional(),
  'DateSent<': date.optional(),
  'DateSent>': date.optional(),
  PageSize: z.coerce.number().int().min(1).max(1_000).default(50),
  Page: z.coerce.number().int().min(0).default(0),
  PageToken: z.string().optional(),
})

const DAY_MS = 86_400_000

/** One page of texts, the newest first, without those that are too new for a list that lags behind. */
export function listTexts(store: Store, account: Account, query: unknown, visibleUntil: Date) {
  const parsed = textFilter.safeParse(query)
  if (!parsed.success) throw new TwilioError(20001, `Invalid parameter: ${parsed.error.issues[0]?.message}`)
  const { To: to, From: from, PageSize: size, Page: page, ...dates } = parsed.data
  const on = dates.DateSent
  const until = on ? new Date(on.at.getTime() + (on.isDay ? DAY_MS - 1 : 0)) : dates['DateSent<']?.at
  const filter = {
    channel: 'sms',
    to,
    from,
    since: on?.at ?? dates['DateSent>']?.at,
    until: !until || until > visibleUntil ? visibleUntil : until,
  }
  const found = listMessages(store, filter, size + 1, page * size)
  const path = `/2010-04-01/Accounts/${account.accountSid}/Messages.json`
  const uriOf = (number: number) =>
    `${path}?${new URLSearchParams({ ...toQuery(query), Page: String(number) }).toString()}`
  return {
    messages: found.slice(0, size).map((message) => toText(store, account, message)),
    page,
    page_size: size,
    start: page * size,
    end: page * size + Math.min(found.length, size) - 1,
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
    next_page_uri: found.length > size ? uriOf(page + 1) : null,
  }
}

const toQuery = (query: unknown) => z.record(z.string(), z.string()).parse(query)
