import { userAddressChanged } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { Log } from '@walkon/service/log'
import type { UserLetterDeps } from '../use-cases/letters/deliver-to-users.ts'
import { keepAccounts } from '../use-cases/accounts/keep-accounts.ts'
import { logQueued } from '../use-cases/deliveries/log-steps.ts'
import { moveAddress } from '../use-cases/accounts/move-messages.ts'

export const onUserAddressChanged = ({
  now,
  log,
  ...deps
}: UserLetterDeps & { now: () => Date; log: Log }): Handler =>
  on(userAddressChanged, async (events, tx) => {
    for (const { data } of events) {
      await moveAddress(tx, data, now())
      const { userId, newEmail: email, changedAt: heldSince } = data
      logQueued(log, await keepAccounts(tx, [{ userId, email, heldSince }], deps))
    }
  })
