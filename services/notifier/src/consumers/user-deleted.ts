import { erasedAddressesOf, userDeleted } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { refuseDeleted } from '@walkon/runtime/refuse-deleted'
import { eraseUsers } from '../use-cases/erase-users.ts'
import { mailFarewells, writeFarewells } from '../use-cases/mail-farewells.ts'

export const onUserDeleted = ({ now }: { now: () => Date }): Handler =>
  on(userDeleted, async (events, tx) => {
    await refuseDeleted(tx, events, now())
    const farewells = await writeFarewells(
      tx,
      events.map(({ data }) => data.userId),
      now(),
    )
    await eraseUsers(tx, events.flatMap(erasedAddressesOf))
    await mailFarewells(tx, farewells)
  })
