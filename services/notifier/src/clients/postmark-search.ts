import type { Finding } from '@walkon/runtime/provider-lookups'
import type { ServerClient } from 'postmark'
import { z } from 'zod'
import type { MailStream } from '../domain/delivery-source.ts'

/** Postmark's search of messages: whether it has a mail that was sent without a clear answer. */

export type SoughtMail = {
  deliveryId: string
  stream: MailStream
  to: string
  calledAt: Date
  /** False if it was called for at an unknown time since `calledAt`, and so in an unknown lane. */
  isOfLane: boolean
}

const PAGE_SIZE = 500
/** Each page begins within the one before, which shows that nothing is missing between them. */
const OVERLAP = 50
/** Postmark pages no further. */
const SEARCH_LIMIT = 10_000
/** A mail that was called for so long before another was accepted before it: no lease may last longer. */
const CALLS_OVERLAP_MS = 60_000
/** At midnight: by how much Postmark's clock may differ from ours. */
const CLOCKS_DIFFER_MS = 5 * 60_000
/**
 * In a crowd the mails of one lane are read instead of all mails, first one of few and then one of many. In one of 8 lanes 80,000 mails since a call
 * can be told apart, and a later mail follows soon. So many lanes fit into a lease; the other mails are sought at the next
 * look-up, the oldest call first.
 */
const LANES = [
  { count: 8, atOnce: 8 },
  { count: 64, atOnce: 1 },
] as const
/** Searches by recipient that fit into a lease too. */
const RECIPIENTS_AT_ONCE = 25

/**
 * Metadata that Postmark keeps with a mail and shows in its search. The mails of one lease are of one lane. `called_at` is by our own
 * clock: it orders a mail after another in doubt, however the clocks of the two companies differ.
 */
export const toMetadata = (deliveryId: string, calledAt: Date) => ({
  delivery_id: deliveryId,
  called_at: calledAt.toISOString(),
  lane_8: laneOf(calledAt, 8),
  lane_64: laneOf(calledAt, 64),
})

/** The milliseconds are as good as a random number. */
const laneOf = (calledAt: Date, count: (typeof LANES)[number]['count']): string =>
  String(calledAt.getTime() % count)

const searchResponse = z.object({
  Messages: z.array(
    z.object({
      MessageID: z.string(),
      ReceivedAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
      Metadata: z
        .object({ delivery_id: z.string(), called_at: z.coerce.date() })
        .partial()
        .nullish()
        .catch(null),
    }),
  ),
})
type Shown = z.output<typeof searchResponse>['Messages'][number]

/** The search's view of all mails since an instant. */
type Scan = {
  /** Postmark's ids by delivery. */
  ids: Map<string, string>
  /** When the newest of them was called for, by our own clock. */
  newestAt: Date | null
  /** True if it is all that the search shows: false if there were too many mails, or the search fell back meanwhile. */
  isWhole: boolean
}

/** Looks for mails, many at once, each in its own stream. The returned function rejects when Postmark does not say. */
export function createMessageSearch(client: ServerClient, streams: Record<MailStream, string>) {
  return async (sought: SoughtMail[]): Promise<(Finding | null)[]> => {
    const findings = new Map<SoughtMail, Finding | null>()
    for (const [stream, mails] of Map.groupBy(sought, (mail) => mail.stream)) {
      const found = await createStreamSearch(client, streams[stream])(mails)
      mails.forEach((mail, index) => findings.set(mail, found[index] ?? null))
    }
    return sought.map((mail) => findings.get(mail) ?? null)
  }
}

/**
 * Looks for mails of one stream. One search for all mails is read, the newest first: it shows how far behind it is. In a crowd it is
 * too long, and the mails of one lane are read, which shows the same of a part. Where that is too long too, a mail is sought by
 * its recipient, which does not show how far behind the search is.
 */
function createStreamSearch(
  client: ServerClient,
  messageStream: string,
): (sought: SoughtMail[]) => Promise<(Finding | null)[]> {
  const readPage: ReadPage = async (filter, offset) => {
    const answer = await client.getOutboundMessages({
      count: PAGE_SIZE,
      offset,
      // Without it Postmark searches the stream `outbound` alone.
      messagestream: messageStream,
      ...filter,
    })
    return searchResponse.parse(answer).Messages
  }

  /** Reads the mails that pass the filter, and those of finer lanes for the mails that it does not tell of. */
  async function find(
    sought: SoughtMail[],
    filter: Filter,
    [lanes, ...finer]: readonly Lanes[],
  ): Promise<Findings> {
    const { findings, missing } = settle(await scan(readPage, { since: sinceOf(sought), filter }), sought)
    const ofLane = lanes ? missing.filter(({ isOfLane }) => isOfLane) : []
    if (lanes) {
      const groups = [...Map.groupBy(ofLane, ({ calledAt }) => laneOf(calledAt, lanes.count))]
      const found = await Promise.all(
        groups
          .slice(0, lanes.atOnce)
          .map(([lane, mails]) => find(mails, { [`metadata_lane_${lanes.count}`]: lane }, finer)),
      )
      for (const each of found) for (const [mail, finding] of each) findings.set(mail, finding)
    }
    // One after another: each of these is a request of its own.
    for (const mail of missing.filter((one) => !ofLane.includes(one)).slice(0, RECIPIENTS_AT_ONCE))
      findings.set(mail, await findByRecipient(readPage, mail))
    return findings
  }

  return async (sought) => {
    const findings = await find(sought, {}, LANES)
    return sought.map((mail) => findings.get(mail) ?? null)
  }
}

type Lanes = (typeof LANES)[number]
/** Postmark searches by one field of metadata at a time. */
type Filter = Record<string, string>
type ReadPage = (filter: Filter, offset: number) => Promise<Shown[]>
type Findings = Map<SoughtMail, Finding>

async function scan(readPage: ReadPage, { since, filter }: { since: Date; filter: Filter }): Promise<Scan> {
  const seen: Scan = { ids: new Map(), newestAt: null, isWhole: false }
  const fromdate = toEasternDate(new Date(since.getTime() - CLOCKS_DIFFER_MS))
  let last: Shown | undefined
  for (let offset = 0; offset + PAGE_SIZE <= SEARCH_LIMIT; offset += PAGE_SIZE - OVERLAP) {
    const page = await readPage({ fromdate, ...filter }, offset)
    const continues = !last || page.some(({ MessageID }) => MessageID === last?.MessageID)
    for (const { MessageID, Metadata } of page) {
      const { delivery_id: deliveryId, called_at: calledAt } = Metadata ?? {}
      if (deliveryId) seen.ids.set(deliveryId, MessageID)
      if (calledAt && (!seen.newestAt || calledAt > seen.newestAt)) seen.newestAt = calledAt
    }
    if (!continues) return seen
    last = page.at(-1)
    if (page.length < PAGE_SIZE || isBefore(page, since)) return { ...seen, isWhole: true }
  }
  return seen
}

async function findByRecipient(
  readPage: ReadPage,
  { deliveryId, to, calledAt }: SoughtMail,
): Promise<Finding> {
  const fromdate = toEasternDate(new Date(calledAt.getTime() - CLOCKS_DIFFER_MS))
  for (let offset = 0; offset + PAGE_SIZE <= SEARCH_LIMIT; offset += PAGE_SIZE) {
    const page = await readPage({ fromdate, recipient: to }, offset)
    const found = page.find(({ Metadata }) => Metadata?.delivery_id === deliveryId)
    if (found) return { kind: 'found', providerId: found.MessageID }
    if (page.length < PAGE_SIZE) return { kind: 'absent', shownUntil: null }
  }
  throw new Error('More messages to one recipient than Postmark lets us look through')
}

/** Splits these mails into those that a scan settles, and the others, the oldest call first. */
function settle(
  { ids, newestAt, isWhole }: Scan,
  sought: SoughtMail[],
): { findings: Findings; missing: SoughtMail[] } {
  const findings: Findings = new Map()
  const missing: SoughtMail[] = []
  for (const mail of sought) {
    const providerId = ids.get(mail.deliveryId)
    if (providerId) findings.set(mail, { kind: 'found', providerId })
    else if (isWhole) findings.set(mail, { kind: 'absent', shownUntil: newestAt })
    else missing.push(mail)
  }
  return { findings, missing: missing.toSorted((a, b) => a.calledAt.getTime() - b.calledAt.getTime()) }
}

const sinceOf = (sought: SoughtMail[]): Date =>
  new Date(Math.min(...sought.map(({ calledAt }) => calledAt.getTime())) - CALLS_OVERLAP_MS)

/** True if no later page can show a mail since then: this one is sorted, newest first, and ends with a mail called for before. */
function isBefore(page: Shown[], since: Date): boolean {
  const isSorted = page.every(
    ({ ReceivedAt }, index) => index === 0 || ReceivedAt <= (page[index - 1]?.ReceivedAt ?? ReceivedAt),
  )
  const oldestAt = page.at(-1)?.Metadata?.called_at
  return isSorted && oldestAt !== undefined && oldestAt < since
}

/** Postmark's dates are days of the US East. */
function toEasternDate(instant: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(instant)
}
