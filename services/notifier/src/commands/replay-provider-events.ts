import { replayProviderEvents } from '@walkon/runtime/provider-events'
import { instant } from '@walkon/contracts/values'
import { databaseSettings, loadSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { notifier } from '../app.ts'

const USAGE = `Has webhook events applied again, in the database that DATABASE_URL names:

  node src/commands/replay-provider-events.ts postmark|twilio [--since INSTANT]

Replays what was set aside; with --since also what was received since then and applied. INSTANT is ISO 8601.
`

const options = z.object({
  provider: z.enum(['postmark', 'twilio']),
  since: z.optional(
    z.pipe(
      instant,
      z.transform((text) => new Date(text)),
    ),
  ),
})
const { values, positionals } = parseArgs({ allowPositionals: true, options: { since: { type: 'string' } } })
const parsed = options.safeParse({ ...values, provider: positionals[0] })

if (!parsed.success) {
  process.stderr.write(`${z.prettifyError(parsed.error)}\n\n${USAGE}`)
  process.exitCode = 2
} else {
  const { provider, since = null } = parsed.data
  const { DATABASE_URL } = loadSettings(databaseSettings, process.env)
  const postgres = connectPostgres({
    url: DATABASE_URL,
    schema: notifier.schema,
    poolSize: 1,
    applicationName: 'notifier-replay-provider-events',
  })
  try {
    const count = await replayProviderEvents(postgres.db, { provider, since })
    process.stdout.write(`${count} events of ${provider} will be applied again\n`)
  } finally {
    await postgres.close()
  }
}
