import type { AlertSettings } from '@walkon/contracts/http/alerts'
import type { PriceList } from '@walkon/contracts/http/billing'
import type { ClientConfig } from '@walkon/contracts/http/config'
import { queryOptions } from '@tanstack/react-query'
import { boolean, enum as oneOf, literal, nullable, number, object, string } from 'zod/mini'
import { request, type Shape } from '../../lib/api.ts'

/**
 * The settings of this installation, each asked of the service that owns it. They change with a deployment only, so one
 * answer serves all pages. The contracts' shapes in zod/mini, held to them by their types.
 */

export const priceList = object({
  currency: literal('usd'),
  smsDayCents: number(),
  emailDayCents: number(),
  unlimitedMonthCents: number(),
  passHours: number(),
  smsEnabled: boolean(),
}) satisfies Shape<PriceList>

export const alertSettings = object({
  defaultThresholdMinutes: number(),
  alertCooldownMinutes: number(),
}) satisfies Shape<AlertSettings>

export const clientConfig = object({
  homeFigures: oneOf(['sample', 'live']),
  inboxUrl: nullable(string()),
  demoCode: nullable(string()),
  supportEmail: string(),
}) satisfies Shape<ClientConfig>

const settingsQuery = <T>(path: string, shape: Shape<T>) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => request(shape, path, { signal }),
    staleTime: Infinity,
  })

export const pricesQuery = settingsQuery('/billing/prices', priceList)
export const alertSettingsQuery = settingsQuery('/alerts/settings', alertSettings)
export const configQuery = settingsQuery('/config', clientConfig)
