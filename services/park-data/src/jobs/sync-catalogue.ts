import type { Job } from '@walkon/service/jobs'
import { POLLER_CHANNEL } from '../db/poller.ts'
import { LOOK_EVERY_MS, type CatalogueSync } from '../use-cases/catalogue/sync-catalogue.ts'

export function syncCatalogue(sync: CatalogueSync): Job {
  return { name: 'sync-catalogue', intervalMs: LOOK_EVERY_MS, listenOn: POLLER_CHANNEL, run: sync }
}
