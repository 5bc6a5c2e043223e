import { erasedAddressesOf, userDeleted } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { refuseDeleted } from '@walkon/runtime/refuse-deleted'
import { eraseUsers } from '../use-cases/accounts/erase-users.ts'
import { mailFarewells, writeFarewells } from '../use-cases/letters/mail-farewells.ts'

export const onUserDeleted = ({ now, isFree }: { now: () => Date; isFree: boolean }): Handler =>
  on(userDeleted, async (events, tx) => {
    await refuseDeleted(tx, events, now())
    const farewells = await writeFarewells(
      tx,
      events.map(({ data }) => data.userId),
      { isFree, now: now() },
    )
    await eraseUsers(tx, events.flatMap(erasedAddressesOf), now())
    await mailFarewells(tx, farewells)
  })
