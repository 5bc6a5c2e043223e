import { userAddressChanged } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { moveAddress } from '../use-cases/move-messages.ts'

export const onUserAddressChanged = ({ now }: { now: () => Date }): Handler =>
  on(userAddressChanged, async (events, tx) => {
    for (const { data } of events) await moveAddress(tx, data, now())
  })
