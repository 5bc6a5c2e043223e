import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parks } from './catalog/catalog.ts'
import { readConfig } from './config.ts'
import { pastOf } from './simulation/past.ts'

/**
 * Writes the past of the simulation to the standard output, as park-data's import reads it: what a sandbox with the
 * same seed would have posted before an instant.
 *
 *   node src/archive.ts --until INSTANT --days N
 */

const options = z.object({
  until: z.iso.datetime().transform((text) => new Date(text)),
  days: z.coerce.number().int().min(0).max(400),
})

const { values } = parseArgs({ options: { until: { type: 'string' }, days: { type: 'string' } } })
const { until, days } = options.parse(values)
const simulation = readConfig(process.env)

/** All lines of a piece at once: the stream's cost is by chunk. */
function* toLines() {
  for (const entries of pastOf(simulation, parks, until, days))
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

await pipeline(Readable.from(toLines()), process.stdout)
