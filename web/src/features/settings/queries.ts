import { alertSettings } from '@walkon/contracts/http/alert-settings'
import { priceList } from '@walkon/contracts/http/billing'
import { clientConfig } from '@walkon/contracts/http/config'
import { queryOptions } from '@tanstack/react-query'
import { request, type Shape } from '../../lib/api.ts'

/**
 * The settings of this installation, each asked of the service that owns it. They change with a deployment only, so one
 * answer serves all pages.
 */

const settingsQuery = <T>(path: string, shape: Shape<T>) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => request(shape, path, { signal }),
    staleTime: Infinity,
  })

export const pricesQuery = settingsQuery('/billing/prices', priceList)
export const alertSettingsQuery = settingsQuery('/alerts/settings', alertSettings)
export const configQuery = settingsQuery('/config', clientConfig)
