import { userLinksEnded } from '@walkon/contracts/events/identity'
import { on } from '@walkon/messaging/inbox'
import { endManageLinks } from '@walkon/runtime/ended-links'

export const onUserLinksEnded = on(userLinksEnded, (events, tx) =>
  endManageLinks(
    tx,
    events.map(({ data }) => data),
  ),
)
