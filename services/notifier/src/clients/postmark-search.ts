import type { Finding } from '@walkon/runtime/provider-lookups'
import type { ServerClient } from 'postmark'
import { z } from 'zod'
import type { MailStream } from '../domain/delivery-source.ts'

/** Postmark's search of messages: whether it has a mail that was sent without a clear answer. */

export type SoughtMail = { deliveryId: string; stream: MailStream; to: string; calledAt: Date }

const PAGE_SIZE = 500
/** Each page begins within the one before, which shows that nothing is missing between them. */
const OVERLAP = 50
/** Postmark pages no further. */
const SEARCH_LIMIT = 10_000
/** What Postmark accepted this long before a call, by its own clock, is not of the call. */
const CLOCKS_DIFFER_MS = 5 * 60_000
/** So many searches by recipient fit into a lease; the other mails are sought at the next look-up. */
const RECIPIENTS_AT_ONCE = 25

const searchResponse = z.object({
  Messages: z.array(
    z.object({
      MessageID: z.string(),
      ReceivedAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
      Metadata: z.record(z.string(), z.string()).nullish(),
    }),
  ),
})
type Shown = z.output<typeof searchResponse>['Messages'][number]

/** What the search shows of all mails since an instant. */
type Scan = {
  /** Postmark's ids by delivery. */
  ids: Map<string, string>
  /** When the newest of them was accepted. */
  newestAt: Date | null
  /** Whether it is all that the search shows: false where there were too many mails, or the search fell back meanwhile. */
  isWhole: boolean
}

/** Looks for mails, many at once, each in its own stream. The returned function rejects when Postmark does not say. */
export function createMessageSearch(client: ServerClient, streams: Record<MailStream, string>) {
  const searches = {
    alerts: createStreamSearch(client, streams.alerts),
    letters: createStreamSearch(client, streams.letters),
  }
  return async (sought: SoughtMail[]): Promise<(Finding | null)[]> => {
    const findings = new Map<SoughtMail, Finding | null>()
    for (const [stream, mails] of Map.groupBy(sought, (mail) => mail.stream)) {
      const found = await searches[stream](mails)
      mails.forEach((mail, index) => findings.set(mail, found[index] ?? null))
    }
    return sought.map((mail) => findings.get(mail) ?? null)
  }
}

/**
 * Looks for mails of one stream. One search for all recipients is read, the newest first: it shows how far behind it is. Where
 * it is too long, a mail is sought by its recipient, which does not show how far behind the search is.
 */
function createStreamSearch(
  client: ServerClient,
  messageStream: string,
): (sought: SoughtMail[]) => Promise<(Finding | null)[]> {
  const readPage = async (filter: { fromdate: string; recipient?: string }, offset: number) => {
    const answer = await client.getOutboundMessages({
      count: PAGE_SIZE,
      offset,
      // Without it Postmark searches the stream `outbound` alone.
      messagestream: messageStream,
      ...filter,
    })
    return searchResponse.parse(answer).Messages
  }

  async function scan(since: Date): Promise<Scan> {
    const seen: Scan = { ids: new Map(), newestAt: null, isWhole: false }
    const fromdate = toEasternDate(since)
    let last: Shown | undefined
    for (let offset = 0; offset + PAGE_SIZE <= SEARCH_LIMIT; offset += PAGE_SIZE - OVERLAP) {
      const page = await readPage({ fromdate }, offset)
      const continues = !last || page.some(({ MessageID }) => MessageID === last?.MessageID)
      for (const { MessageID, ReceivedAt, Metadata } of page) {
        const deliveryId = Metadata?.['delivery_id']
        if (deliveryId) seen.ids.set(deliveryId, MessageID)
        if (!seen.newestAt || ReceivedAt > seen.newestAt) seen.newestAt = ReceivedAt
      }
      if (!continues) return seen
      last = page.at(-1)
      if (page.length < PAGE_SIZE || isBefore(page, since)) return { ...seen, isWhole: true }
    }
    return seen
  }

  async function findByRecipient({ deliveryId, to, calledAt }: SoughtMail): Promise<Finding> {
    const fromdate = toEasternDate(calledAt)
    for (let offset = 0; offset + PAGE_SIZE <= SEARCH_LIMIT; offset += PAGE_SIZE) {
      const page = await readPage({ fromdate, recipient: to }, offset)
      const found = page.find(({ Metadata }) => Metadata?.['delivery_id'] === deliveryId)
      if (found) return { kind: 'found', providerId: found.MessageID }
      if (page.length < PAGE_SIZE) return { kind: 'absent', shownUntil: null }
    }
    throw new Error('More messages to one recipient than Postmark lets us look through')
  }

  return async (sought) => {
    const earliest = Math.min(...sought.map(({ calledAt }) => calledAt.getTime()))
    const { ids, newestAt, isWhole } = await scan(new Date(earliest - CLOCKS_DIFFER_MS))
    const findings: (Finding | null)[] = []
    let searches = 0
    for (const mail of sought) {
      const providerId = ids.get(mail.deliveryId)
      if (providerId) findings.push({ kind: 'found', providerId })
      else if (isWhole) findings.push({ kind: 'absent', shownUntil: newestAt })
      else findings.push(searches++ < RECIPIENTS_AT_ONCE ? await findByRecipient(mail) : null)
    }
    return findings
  }
}

/** In a page that is sorted, the newest first, so that no later page has anything since then. */
function isBefore(page: Shown[], since: Date): boolean {
  const isSorted = page.every(
    ({ ReceivedAt }, index) => index === 0 || ReceivedAt <= (page[index - 1]?.ReceivedAt ?? ReceivedAt),
  )
  const oldest = page.at(-1)
  return isSorted && oldest !== undefined && oldest.ReceivedAt < since
}

/** Postmark's dates are days of the US East. */
function toEasternDate(instant: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(instant)
}
