import { toProvingTime, type Finding } from '@walkon/runtime/provider-lookups'
import { randomUUID } from 'node:crypto'
import type { Mail, Postmark } from '../clients/postmark.ts'
import type { UnknownDelivery } from '../db/deliveries/leases.ts'
import { streamOf, type MailStream } from '../domain/delivery-source.ts'

/** Postmark’s black hole: mail to it is accepted and found by the search, and never delivered. */
const BLACK_HOLE = 'test@blackhole.postmarkapp.com'

/** A doubtful mail, with what the search said of it. */
export type SoughtDelivery = Pick<UnknownDelivery, 'doubtedAt' | 'doubtSeconds' | 'source' | 'list'>

type WitnessOptions = { postmark: Pick<Postmark, 'sendBatch'>; absentSeconds: number }

/**
 * Sends a witness into a stream whose search shows no mail after a doubt. Once the search shows this later mail, the doubtful one is proven
 * absent. A stream that carries few mails would have no such mail for the longest wait. One witness proves for all doubts before it. A
 * second one is sent only for a younger doubt, or if the first was not accepted.
 */
export function createWitnesses({ postmark, absentSeconds }: WitnessOptions) {
  /** When the newest witness of a stream was called for, by the database's clock. */
  const calledAt = new Map<MailStream, Date>()

  async function send(stream: MailStream, at: Date): Promise<void> {
    calledAt.set(stream, at)
    const [answer] = await postmark.sendBatch([toWitness(stream, at)])
    if (answer?.kind !== 'accepted') calledAt.delete(stream)
  }

  /** Resolves once the witnesses of all streams are answered. Never rejects. */
  return async (sought: SoughtDelivery[], findings: (Finding | null)[]): Promise<void> => {
    const unproven = sought.filter((doubt, index) => {
      const finding = findings[index]
      const provingTime = toProvingTime(doubt, { absentSeconds })
      return (
        finding?.kind === 'absent' &&
        provingTime < toNow(doubt) &&
        provingTime >= (finding.shownUntil ?? provingTime) &&
        provingTime >= (calledAt.get(streamOf(doubt)) ?? provingTime)
      )
    })
    const streams = Map.groupBy(unproven.filter(isUrgent), streamOf)
    await Promise.all(
      [...streams].map(([stream, doubts]) =>
        send(stream, new Date(Math.max(...doubts.map((doubt) => toNow(doubt).getTime())))),
      ),
    )
  }
}

/** An issue of the newsletter can wait, and a broadcast stream is for mails that can be left. */
const isUrgent = (doubt: SoughtDelivery) => streamOf(doubt) !== 'newsletter'

/** The database's clock when the doubt was read. */
const toNow = ({ doubtedAt, doubtSeconds }: SoughtDelivery): Date =>
  new Date(Date.parse(doubtedAt) + doubtSeconds * 1_000)

const WORDS = 'Shows how far the search of this stream has come. It is sent after a call without an answer.'

const toWitness = (stream: MailStream, calledAt: Date): Mail => ({
  // Of no row: a receipt for it settles nothing.
  deliveryId: randomUUID(),
  attemptNo: 1,
  stream,
  calledAt,
  to: BLACK_HOLE,
  subject: 'Witness',
  html: `<p>${WORDS}</p>`,
  text: WORDS,
  tag: 'witness',
  headers: [],
})
