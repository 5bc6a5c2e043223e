import { erasedAddressesOf, userDeleted } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { refuseDeleted } from '@walkon/runtime/refuse-deleted'
import { deleteAccounts } from '../db/accounts/accounts.ts'
import { eraseAssistDays } from '../use-cases/lightning-lane/erase-assist-days.ts'
import { erasePlans } from '../use-cases/plans/erase-plans.ts'
import { eraseUsers } from '../use-cases/accounts/erase-users.ts'
import type { CodeUseSettings } from '../use-cases/promo-codes/keep-code-uses.ts'

export const onUserDeleted = ({ settings, now }: { settings: CodeUseSettings; now: () => Date }): Handler =>
  on(userDeleted, async (events, tx) => {
    await refuseDeleted(tx, events, now())
    // Before the plans: it locks the addresses, as a plan's start does, so that a plan which is being bought is there to be erased.
    await eraseUsers(tx, events.flatMap(erasedAddressesOf), { settings, now: now() })
    await deleteAccounts(
      tx,
      events.map(({ data }) => data.userId),
    )
    await eraseAssistDays(tx, events)
    await erasePlans(
      tx,
      events.map(({ data: { userId }, occurredAt }) => ({ userId, deletedAt: occurredAt.toISOString() })),
    )
  })
