import { loadSettings, databaseSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { billing } from '../app.ts'
import { listUnmatched, saveSettledByHand } from '../db/payments/unmatched-payments.ts'

const USAGE = `Lists the payments that Stripe has and billing has not, from the database that DATABASE_URL names:

  node src/commands/unmatched-payments.ts [SESSION_ID --settled-by-hand]

--settled-by-hand ends the alarm of one, after a person has paid it back at Stripe or given what it was for.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'settled-by-hand': { type: 'boolean', default: false } },
})
const [sessionId] = positionals

// One without the other would be taken for the list, or for a settlement of nothing.
if ((sessionId === undefined) === values['settled-by-hand']) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else {
  await run(sessionId)
}

async function run(settled: string | undefined): Promise<void> {
  const { DATABASE_URL } = loadSettings(databaseSettings, process.env)
  const postgres = connectPostgres({
    url: DATABASE_URL,
    schema: billing.schema,
    poolSize: 1,
    applicationName: 'billing-unmatched-payments',
  })
  try {
    if (settled !== undefined && !(await saveSettledByHand(postgres.db, settled, new Date())))
      throw new Error('This payment is not unmatched; nothing was changed')
    process.stdout.write(`${JSON.stringify(await listUnmatched(postgres.db, new Date()), null, 2)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await postgres.close()
  }
}
