import { passActivated } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { Log } from '@walkon/service/log'
import { askNumbers, type AskDeps } from '../use-cases/texts/ask-numbers.ts'
import { logQueued } from '../use-cases/deliveries/log-steps.ts'
import { proveAddresses } from '../use-cases/suppressions/prove-addresses.ts'

export const onPassActivated = ({ log, ...deps }: AskDeps & { log: Log }): Handler =>
  on(passActivated, async (events, tx) => {
    await proveAddresses(
      tx,
      events.flatMap(({ data: { email, confirmedByMailAt } }) =>
        confirmedByMailAt ? [{ email, provenAt: new Date(confirmedByMailAt) }] : [],
      ),
    )
    logQueued(log, await askNumbers(tx, events, deps))
  })
