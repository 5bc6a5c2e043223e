import { toOrderReference } from '@walkon/contracts/order-reference'
import { dollars } from '../../lib/money.ts'
import type { Visitor } from './visitor.ts'

/** Names of acts, by which an answer points at the act that puts it right. Behind a comma stands which of several it is about. */

type Payment = Pick<Visitor['payments'][number], 'id' | 'memberCents'>
type Order = Pick<Visitor['orders'][number], 'id' | 'parkName'>

/** An id as the acts and the time line write it. */
export const shortId = (id: string) => id.slice(0, 8)

const ofPayment = ({ id }: Pick<Payment, 'id'>) => `payment ${shortId(id)}`
const ofOrder = (id: string) => `order ${toOrderReference(id)}`

export const refundName = (payment: Payment) =>
  `Refund ${dollars(payment.memberCents)}, ${ofPayment(payment)}`
export const receiptName = (payment: Pick<Payment, 'id'>) => `Resend receipt, ${ofPayment(payment)}`
export const resendLinkName = ({ id }: Pick<Order, 'id'>) => `Resend link, ${ofOrder(id)}`
export const extendName = ({ id, parkName }: Order) => `Extend ${parkName ?? 'the pass'}, ${ofOrder(id)}`
export const stopNumberName = (number: string) => `Stop texts to ${number}`
export const releaseNumberName = (number: string) => `Release ${number}`
export const GIVE_NAME = 'Give a pass'
export const RELEASE_ADDRESS_NAME = 'Release the address'
export const CONFIRM_NAME = 'Confirm the address'
