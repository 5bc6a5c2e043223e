import { userConfirmed } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { proveAddresses } from '../use-cases/prove-addresses.ts'

export const onUserConfirmed = (): Handler =>
  on(userConfirmed, (events, tx) =>
    proveAddresses(
      tx,
      events.map(({ data }) => ({ email: data.email, provenAt: new Date(data.confirmedAt) })),
    ),
  )
