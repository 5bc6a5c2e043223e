import { schemaOf } from '@walkon/contracts/services'
import { readDatabaseUrls } from './database-urls.ts'
import { READ, tellLives, type LifeUrls } from './lives.ts'
import { readLocalSettings } from './settings.ts'

/**
 * `npm run alert-life -- ID`: the life of a thing that was told or sold (`lives.ts`), from the run that is up now. With DATABASE_URL it reads
 * the database of a deployed product, by the role that `prepare-database` made for it.
 */

const [id = ''] = process.argv.slice(2)
const urls = await findUrls()
if (!urls) fail('Start Walkon first, or set DATABASE_URL: no database of a run is known here yet.')
const lines = await tellLives(urls, id).catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
)
if (lines.length === 0) fail(`Nothing that was told or sold is known by ${id}.`)
process.stdout.write(`${lines.join('\n')}\n`)

async function findUrls(): Promise<LifeUrls | null> {
  const operators = process.env['DATABASE_URL']
  if (operators) return toUrls(() => operators)
  const stored = await readDatabaseUrls(readLocalSettings(process.env).DATA_DIR)
  return stored && toUrls((service) => stored[schemaOf(service)] ?? '')
}

function toUrls(urlOf: (service: (typeof READ)[number]) => string): LifeUrls {
  return Object.fromEntries(READ.map((service) => [service, urlOf(service)])) as LifeUrls
}

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
