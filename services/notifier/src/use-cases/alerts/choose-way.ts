import type { Recipient } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { listTextable } from '../../db/texts/consents.ts'
import type { TextLimit } from '../../limits/texts.ts'

type Alerted = { email: string; recipients: Recipient[] }

/** How an alert goes to a recipient. */
export type Ways = { choose(alerted: Alerted, recipient: Recipient): Promise<Recipient> }

/**
 * An alert goes by text to a number whose owner has said YES and not STOP, within the budgets; else to the visitor's email
 * address. Spends of the budget.
 */
export async function findWays(tx: Transaction, alerted: Alerted[], texts: TextLimit): Promise<Ways> {
  const mayBeTexted = await listTextable(tx, alerted.flatMap(toPairs))
  return {
    async choose({ email }, recipient) {
      if (recipient.channel !== 'sms') return recipient
      const isText = mayBeTexted(toPair(recipient, email)) && (await texts.spend(recipient.address)) === null
      return isText ? recipient : { channel: 'email', address: email }
    },
  }
}

const toPair = ({ address }: Recipient, email: string) => ({
  numberHash: hashAddress(address),
  emailHash: hashAddress(email),
})

const toPairs = ({ email, recipients }: Alerted) =>
  recipients.filter(({ channel }) => channel === 'sms').map((recipient) => toPair(recipient, email))
