import type { ClientConfig } from '@walkon/contracts/http/config'
import { queryOptions } from '@tanstack/react-query'
import { boolean, enum as oneOf, literal, nullable, number, object, string } from 'zod/mini'
import { request, type Shape } from '../../lib/api.ts'

/** The contract's shape in zod/mini, held to it by its type (see features/parks/shapes.ts for why). */
export const clientConfig = object({
  smsEnabled: boolean(),
  homeFigures: oneOf(['sample', 'live']),
  defaultThresholdMinutes: number(),
  alertCooldownMinutes: number(),
  passHours: number(),
  prices: object({
    currency: literal('usd'),
    smsDayCents: number(),
    emailDayCents: number(),
    unlimitedMonthCents: number(),
  }),
  inboxUrl: nullable(string()),
}) satisfies Shape<ClientConfig>

/** The settings of this installation. They change with a deployment only. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => request(clientConfig, '/config', { signal }),
  staleTime: Infinity,
})
