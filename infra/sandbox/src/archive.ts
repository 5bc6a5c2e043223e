import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parks } from './catalog/catalog.ts'
import { readConfig } from './config.ts'
import { hoursBefore, readingsOfToday } from './simulation/past.ts'

/**
 * Writes the past of the simulation to the standard output, as park-data's import reads it: what a sandbox with the
 * same seed would have posted before an instant. The day of the instant comes first, because its charts are looked at first.
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

function* toLines() {
  for (const park of parks) yield linesOf(readingsOfToday(simulation, park, until))
  for (const park of parks) yield linesOf(hoursBefore(simulation, park, until, days))
}

/** All lines of a park at once: the stream's cost is by piece. */
const linesOf = (entries: Iterable<object>) =>
  Array.from(entries, (entry) => `${JSON.stringify(entry)}\n`).join('')

await pipeline(Readable.from(toLines()), process.stdout)
