import { dollars } from '../../lib/money.ts'
import type { Visitor } from './visitor.ts'

/** Names of acts, by which an answer points at the act that puts it right. */

type Payment = Pick<Visitor['payments'][number], 'id' | 'amountCents'>
type Order = Pick<Visitor['orders'][number], 'id' | 'parkName'>

const paymentName = ({ id, amountCents }: Payment) => `${dollars(amountCents)} payment ${id.slice(0, 8)}`

export const refundName = (payment: Payment) => `Refund the ${paymentName(payment)}`
export const receiptName = (payment: Payment) => `Resend receipt of the ${paymentName(payment)}`
export const resendLinkName = ({ id }: Pick<Order, 'id'>) => `Resend the link of order ${id.slice(0, 8)}`
export const extendName = ({ id, parkName }: Order) =>
  `Extend ${parkName ?? 'the pass'} of order ${id.slice(0, 8)}`
export const stopNumberName = (number: string) => `Stop texts to ${number}`
export const releaseNumberName = (number: string) => `Release ${number}`
export const GIVE_NAME = 'Give a pass'
export const RELEASE_ADDRESS_NAME = 'Release the address'
export const CONFIRM_NAME = 'Confirm the address'
