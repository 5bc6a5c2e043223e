import { z } from 'zod/mini'

/** An object with any names. `z.record` checks the names too, which costs the browser's first load 0.5 kB. */
const named = <Value extends z.ZodMiniType>(value: Value) => z.catchall(z.object({}), value)

/**
 * `GET /api/<service>/export`: everything that the service stores of the account that asks, as named lists of records.
 * The account page joins the answers of the services into one file.
 */
export const dataExport = named(z.array(named(z.unknown())))
export type DataExport = z.output<typeof dataExport>
