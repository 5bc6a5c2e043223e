import { userConfirmed } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { Log } from '@walkon/service/log'
import type { UserLetterDeps } from '../use-cases/letters/deliver-to-users.ts'
import { keepAccounts } from '../use-cases/accounts/keep-accounts.ts'
import { logQueued } from '../use-cases/deliveries/log-steps.ts'
import { proveAddresses } from '../use-cases/suppressions/prove-addresses.ts'

export const onUserConfirmed = ({ log, ...deps }: UserLetterDeps & { log: Log }): Handler =>
  on(userConfirmed, async (events, tx) => {
    const confirmed = events.map(({ data }) => data)
    logQueued(
      log,
      await keepAccounts(
        tx,
        confirmed.map(({ userId, email, confirmedAt: heldSince }) => ({ userId, email, heldSince })),
        deps,
      ),
    )
    await proveAddresses(
      tx,
      confirmed.map(({ email, confirmedAt }) => ({ email, provenAt: new Date(confirmedAt) })),
    )
  })
