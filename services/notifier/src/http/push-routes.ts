import type { ServiceDeps } from '@walkon/runtime/service'
import type { HttpApp } from '@walkon/service/http'
import type { NotifierSettings } from '../config.ts'
import { deviceRoutes } from '../routes/devices.ts'
import { pushRoutes, type PushOptions } from '../routes/pushes.ts'

/** Registers the routes of visitors' devices, and those of their service workers. */
export function registerPushes(
  app: HttpApp,
  { db, cache, now, settings }: ServiceDeps & { settings: NotifierSettings },
  parts: Pick<PushOptions, 'metrics' | 'tokens' | 'vapidKeys'>,
): void {
  const pushes = { db, now, testOrigins: settings.PUSH_TEST_ORIGINS }
  const { metrics } = parts
  app.register(deviceRoutes, { ...pushes, metrics, cache, addedPerHour: settings.NEW_DEVICES_PER_ADDRESS })
  app.register(pushRoutes, { ...pushes, ...parts })
}
