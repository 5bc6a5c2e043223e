import { userConfirmed } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { holdAccounts } from '../use-cases/accounts/hold-accounts.ts'

export const onUserConfirmed = (): Handler =>
  on(userConfirmed, (events, tx) =>
    holdAccounts(
      tx,
      events.map(({ data }) => data),
    ),
  )
