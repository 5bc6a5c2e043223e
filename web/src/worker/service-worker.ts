import type { Build } from './kept-build.ts'
import { workOffline } from './offline.ts'
import { listenToPushes } from './push-events.ts'

/**
 * The service worker, served at `/sw.js`: push notifications, and the app without a signal. It keeps nothing that is about a person. Every
 * page registers it once it is loaded.
 */

declare const self: ServiceWorkerGlobalScope
/** Written in by `service-worker-build.ts`. */
declare const BUILD: Build

workOffline(self, BUILD)
listenToPushes(self)
