import { userConfirmed } from '@walkon/contracts/events/identity'
import { on } from '@walkon/messaging/inbox'
import { trustAddresses } from '../use-cases/trust-addresses.ts'

export const onUserConfirmed = on(userConfirmed, (events, tx) =>
  trustAddresses(
    tx,
    events.map(({ data }) => ({ email: data.email, confirmedAt: new Date(data.confirmedAt) })),
  ),
)
