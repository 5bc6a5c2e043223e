import { passRegistered } from '@walkon/contracts/events/alerts'
import { on } from '@walkon/messaging/inbox'
import { saveAccounted } from '@walkon/runtime/accounting'
import { PUBLISHED_PASSES } from '../db/passes/published-passes.ts'

export const onPassRegistered = on(passRegistered, (events, tx) =>
  saveAccounted(
    tx,
    PUBLISHED_PASSES,
    events.map(({ data }) => data.passId),
  ),
)
