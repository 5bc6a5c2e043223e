import type { HistoryEntry } from '@walkon/contracts/http/notifications'

/** The better, the sooner. A push counts as what became of it on the device that did best. */
const ORDER: HistoryEntry['state'][] = [
  'delivered',
  'accepted',
  'sending',
  'unknown',
  'queued',
  'bounced',
  'failed',
  'expired',
  'suppressed',
]

/** An alert goes to each device of its visitor. The list shows it once. */
export function withOnePush(entries: HistoryEntry[]): HistoryEntry[] {
  const shown = new Map<string, HistoryEntry>()
  for (const entry of entries) {
    const key = `${entry.alertId} ${entry.channel}`
    const other = shown.get(key)
    if (!other || ORDER.indexOf(entry.state) < ORDER.indexOf(other.state)) shown.set(key, entry)
  }
  return [...shown.values()]
}
