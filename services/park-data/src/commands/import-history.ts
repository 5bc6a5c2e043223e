import { loadSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { parkData } from '../app.ts'
import { settings } from '../config.ts'
import { BadLine, checkArchive, importHistory } from '../use-cases/history/import-history.ts'

const USAGE = `Imports an archive of waits into the database that DATABASE_URL names:

  walkon import-history FILE [--dry-run]        (- reads the standard input)

Each line is a JSON object of one of three kinds. A reading, for the chart of its day:
  {"rideId":"…","observedAt":"2026-11-21T14:05:00Z","status":"OPERATING","waitMinutes":35}
The statistics of an hour of the park's calendar, for usual waits and the order of rides:
  {"rideId":"…","date":"2026-11-21","hour":9,"samples":12,"minMinutes":30,"maxMinutes":45,"sumMinutes":440}
A time that a ride was down while its park was open; cameBack is false if it lasted until the closing;
waitAfterMinutes, which may be left out, is the wait half an hour after it came back:
  {"rideId":"…","downFrom":"2026-11-21T16:10:00Z","downUntil":"2026-11-21T16:35:00Z","cameBack":true,"waitAfterMinutes":25}

status is OPERATING, DOWN, CLOSED, REFURBISHMENT or UNKNOWN; waitMinutes is 0 to 300, or null for no reading. A reading is a change: write
none for a wait that stayed as it was. Lines may come in any order. Rides must be in the catalogue; days older than RETENTION_DAYS are left out, breakdowns older than 91 days.
It alerts on nothing and publishes nothing. Importing a line again changes nothing. A dry run reads each line, and writes nothing.
`

const TOLD_EVERY_LINES = 20_000

const options = { 'dry-run': { type: 'boolean', default: false } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const [file, ...more] = positionals
if (!file || more.length > 0) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else {
  process.exitCode = await run(file)
}

async function run(source: string): Promise<number> {
  const needed = settings.pick({ DATABASE_URL: true, RETENTION_DAYS: true })
  const { DATABASE_URL: url, RETENTION_DAYS: retentionDays } = loadSettings(needed, process.env)
  const { db, close } = connectPostgres({
    url,
    schema: parkData.schema,
    poolSize: 1,
    applicationName: 'park-data-import-history',
  })
  try {
    const input = await openArchive(source)
    if (typeof input === 'string') {
      process.stderr.write(`${input}\n`)
      return 1
    }
    const lines = createInterface({ input, crlfDelay: Infinity })
    if (values['dry-run']) {
      process.stdout.write(`${await checkArchive(lines)} lines read, each as it should be (dry run)\n`)
      return 0
    }
    const onProgress = createProgress((line) => process.stdout.write(line))
    const result = await importHistory({ db, retentionDays, now: () => new Date(), onProgress }, lines)
    process.stdout.write(`${result.lines} lines read: ${result.added} added, ${result.leftOut} left out\n`)
    return 0
  } catch (error) {
    if (!(error instanceof BadLine)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  } finally {
    await close()
  }
}

/** Resolves with the problem where there is no such file. A stream would throw it past the reader of its lines. */
async function openArchive(source: string): Promise<NodeJS.ReadableStream | string> {
  if (source === '-') return process.stdin
  try {
    const archive = await open(source)
    if (!(await archive.stat()).isDirectory()) return archive.createReadStream()
    await archive.close()
    return `${source} is a folder`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function createProgress(say: (line: string) => void) {
  let toldAt = 0
  return (lines: number) => {
    if (lines - toldAt < TOLD_EVERY_LINES) return
    toldAt = lines
    say(`${lines} lines read\n`)
  }
}
