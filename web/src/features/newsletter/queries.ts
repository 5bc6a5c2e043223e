import {
  subscriberAnswer,
  type NewSubscriber,
  type SubscriberAnswer,
} from '@walkon/contracts/http/newsletter'
import { request, type Caller } from '../../lib/api.ts'
import { keepReceipt, keptReceipt } from './kept-receipts.ts'

/** Subscribes an address, entered as people enter it. The account of a signed-in visitor is recorded with it. */
export async function subscribe(email: string, caller: Caller | null): Promise<SubscriberAnswer['status']> {
  const receipt = keptReceipt(email)
  const body: NewSubscriber = { email, ...(receipt !== undefined && { receipt }) }
  const answer = await request(subscriberAnswer, '/notifications/newsletter', {
    method: 'POST',
    body,
    ...(caller && { caller }),
  })
  keepReceipt(email, answer.receipt)
  return answer.status
}
