import { streamOf } from '../domain/delivery-source.ts'
import { BATCH_SIZE, type Postmark } from '../clients/postmark.ts'
import type { Mailer } from './email.ts'
import { createWitnesses } from './witness-mails.ts'

/** Mails by Postmark: many a call, and a search for those in doubt. */
export function createPostmarkMailer(
  postmark: Pick<Postmark, 'sendBatch' | 'find'>,
  { absentSeconds }: { absentSeconds: number },
): Mailer {
  const sendWitnesses = createWitnesses({ postmark, absentSeconds })
  return {
    callsPerRequest: BATCH_SIZE,
    send: postmark.sendBatch,
    callsPerLookUp: BATCH_SIZE,
    async find(deliveries) {
      const findings = await postmark.find(
        deliveries.map((delivery) => ({
          deliveryId: delivery.id,
          stream: streamOf(delivery),
          to: delivery.address,
          calledAt: new Date(delivery.calledAt),
          // A restore took the record of the attempt: it was made at some time since then.
          isOfLane: delivery.attemptNo > 0,
        })),
      )
      // Not awaited: a witness that is answered late must not delay what the search has found.
      void sendWitnesses(deliveries, findings)
      return findings
    },
  }
}
