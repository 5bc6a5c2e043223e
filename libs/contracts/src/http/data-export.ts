import { z } from 'zod/mini'

/**
 * `GET /api/<service>/export`, for the account that asks: everything the service keeps of its user, as named lists of
 * records. The account page puts the services' answers into one file.
 */
export const dataExport = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))
export type DataExport = z.output<typeof dataExport>
