import { recipientReplied } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { applyReplies } from '../use-cases/alerts/apply-replies.ts'

export const onRecipientReplied = (): Handler =>
  on(recipientReplied, (events, tx) =>
    applyReplies(
      tx,
      events.map(({ data }) => data),
    ),
  )
