import type { Job } from '@walkon/service/jobs'
import type { Poller } from '../use-cases/polling/poll-destinations.ts'

/** Checks once a second which destinations are due; a check makes no query. */
export function pollFeed(poller: Poller): Job {
  return { name: 'poll-feed', intervalMs: 1_000, run: () => poller.poll() }
}
