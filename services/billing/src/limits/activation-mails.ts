import type { AskedMail, CountedMails } from '@walkon/runtime/counted-mails'
import { createAttemptLimit } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import type { Transaction } from '@walkon/service/database'
import { tooManyRequests } from '@walkon/service/errors'
import type { Metrics } from '@walkon/service/metrics'
import { Counter } from 'prom-client'

/** The outcome of a request without a proof of its address. */
export type MailOutcome = 'sent' | 'repeated' | 'address-limited' | 'client-limited'

/** Limits activation mails by client network, and those of a day by address. */
export type ActivationMails = {
  /** Counts a request of the client's network. Throws `too-many-requests`. */
  admit(client: string): Promise<void>
  count(outcome: MailOutcome): void
  /** Counts the mail of a request, in its transaction. Throws `address-mailed-enough`. */
  countSent(tx: Transaction, asked: AskedMail, now: Date): Promise<void>
}

const WINDOW_SECONDS = 5 * 60

export type ActivationMailOptions = {
  cache: Cache
  mails: CountedMails
  perClient: number
  metrics: Metrics
  now: () => Date
}

export function createActivationMails(options: ActivationMailOptions): ActivationMails {
  const { cache, mails, perClient, metrics, now } = options
  const tries = createAttemptLimit(cache, now)
  const requests = new Counter({
    name: 'activation_mail_requests_total',
    help: 'Activations without a proof of their address, by what became of the mail',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const count = (outcome: MailOutcome) => requests.inc({ outcome })
  return {
    async admit(client) {
      const allowance = { limit: perClient, windowSeconds: WINDOW_SECONDS }
      const waitSeconds = await tries.spend(`activation-mail:${clientNetwork(client)}`, allowance)
      if (waitSeconds === null) return
      count('client-limited')
      throw tooManyRequests('activation-mail', waitSeconds)
    },
    count,
    async countSent(tx, asked, at) {
      try {
        await mails.count(tx, asked, at)
      } catch (error) {
        count('address-limited')
        throw error
      }
    },
  }
}
