import { named } from '@walkon/contracts/named'
import { thresholdMinutes, watchLimit } from '@walkon/contracts/values'
import { boolean, object, optional } from 'zod/mini'
import type { SubscriptionEdit } from './edits.ts'

const watchEdit = object({
  active: optional(boolean()),
  thresholdMinutes: optional(thresholdMinutes),
  limit: optional(watchLimit),
  onReopen: optional(boolean()),
})
const keptEdits = named(object({ active: optional(boolean()), rides: named(watchEdit) }))

/** Reads a tab's unsaved changes; none if an older build has kept them in another shape. */
export function parseEdits(kept: string | null): Record<string, SubscriptionEdit> {
  try {
    const edits = kept === null ? undefined : keptEdits.safeParse(JSON.parse(kept)).data
    // JSON has no undefined.
    return (edits as Record<string, SubscriptionEdit> | undefined) ?? {}
  } catch {
    return {}
  }
}
