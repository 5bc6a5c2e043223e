import { streamOf } from '../domain/delivery-source.ts'
import { BATCH_SIZE, type Postmark } from '../clients/postmark.ts'
import type { Mailer } from './email.ts'

/** Mails by Postmark: many a call, and a search for those in doubt. */
export const createPostmarkMailer = (postmark: Pick<Postmark, 'sendBatch' | 'find'>): Mailer => ({
  callsPerRequest: BATCH_SIZE,
  send: postmark.sendBatch,
  callsPerLookUp: BATCH_SIZE,
  find: (deliveries) =>
    postmark.find(
      deliveries.map(({ id, source, list, address, calledAt }) => ({
        deliveryId: id,
        stream: streamOf({ source, list }),
        to: address,
        calledAt: new Date(calledAt),
      })),
    ),
})
