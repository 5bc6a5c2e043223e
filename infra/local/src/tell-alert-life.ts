import { tellAlertLives, type LifeUrls } from './alert-life.ts'
import { readDatabaseUrls } from './database-urls.ts'
import { readLocalSettings } from './settings.ts'

/**
 * `npm run alert-life -- ID`: what became of an alert, from the run that is up now; with DATABASE_URL from the database of a
 * deployed product, by a role that may read the tables of alert-evaluator and notifier.
 */

const [id = ''] = process.argv.slice(2)
const urls = await findUrls()
if (!urls) fail('Start Walkon first, or set DATABASE_URL: no database of a run is known here yet.')
const lines = await tellAlertLives(urls, id).catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
)
if (lines.length === 0) fail(`No alert is known by ${id}.`)
process.stdout.write(`${lines.join('\n')}\n`)

async function findUrls(): Promise<LifeUrls | null> {
  const operators = process.env['DATABASE_URL']
  if (operators) return { 'alert-evaluator': operators, notifier: operators }
  const stored = await readDatabaseUrls(readLocalSettings(process.env).DATA_DIR)
  const { alert_evaluator: evaluator, notifier } = stored ?? {}
  return evaluator && notifier ? { 'alert-evaluator': evaluator, notifier } : null
}

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
