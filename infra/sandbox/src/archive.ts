import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parks } from './catalog/catalog.ts'
import { readConfig } from './config.ts'
import { hoursBefore, readingsOfToday } from './simulation/past.ts'

/**
 * Writes the past of the simulation to the standard output, as park-data's import reads it: what a sandbox with the
 * same seed would have posted before an instant. The whole past of the first park comes first, because the home page shows it, then the day of the instant of
 * all others, because its charts are looked at first.
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
  const [first, ...others] = parks
  yield* pastOf(first ? [first] : [])
  yield* pastOf(others)
}

function* pastOf(some: typeof parks) {
  for (const park of some) yield linesOf(readingsOfToday(simulation, park, until))
  for (const park of some) yield linesOf(hoursBefore(simulation, park, until, days))
}

/** All lines of a park at once: the stream's cost is by piece. */
const linesOf = (entries: Iterable<object>) =>
  Array.from(entries, (entry) => `${JSON.stringify(entry)}\n`).join('')

await pipeline(Readable.from(toLines()), process.stdout)
