import type { Job } from '@walkon/service/jobs'
import { HISTORY_CHANNEL } from '../db/history-imports.ts'

/** A timer beside the notification, which a process misses while its connection is away. */
const LOOK_EVERY_MS = 60_000

export function reloadHistory(reload: () => Promise<void>): Job {
  return { name: 'reload-history', intervalMs: LOOK_EVERY_MS, listenOn: HISTORY_CHANNEL, run: reload }
}
