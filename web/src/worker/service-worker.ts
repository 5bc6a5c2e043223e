import { listenTo } from './push-events.ts'

/**
 * The service worker, served at `/sw.js`: push notifications, and nothing else. It keeps no pages and answers no requests. It is registered
 * when a visitor turns push on.
 */

declare const self: ServiceWorkerGlobalScope

listenTo(self)
