import { userDeleted } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { refuseDeleted } from '@walkon/runtime/refuse-deleted'

/** The account's data go with its passes and plans, on PassRevoked and PlanEnded. */
export const onUserDeleted = ({ now }: { now: () => Date }): Handler =>
  on(userDeleted, (events, tx) => refuseDeleted(tx, events, now()))
