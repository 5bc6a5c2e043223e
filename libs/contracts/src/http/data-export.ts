import { z } from 'zod/mini'
import { named } from '../named.ts'

/**
 * `GET /api/<service>/export`: everything that the service stores of the account that asks, as named lists of records.
 * The account page joins the answers of the services into one file.
 */
export const dataExport = named(z.array(named(z.unknown())))
export type DataExport = z.output<typeof dataExport>
