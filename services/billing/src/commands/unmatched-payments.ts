import { loadSettings, databaseSettings } from '@walkon/service/config'
import { tryOrKeep } from '@walkon/service/dry-run'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { billing } from '../app.ts'
import { listUnmatched, saveSettledByHand } from '../db/payments/unmatched-payments.ts'

const USAGE = `Lists the payments that Stripe has and billing has not, from the database that DATABASE_URL names:

  walkon unmatched-payments [SESSION_ID --settled-by-hand [--dry-run]]

--settled-by-hand ends the alarm of one, after a person has paid it back at Stripe or given what it was for.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'settled-by-hand': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
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
    const unmatched = await tryOrKeep(postgres.db, values['dry-run'], async (tx) => {
      if (settled !== undefined && !(await saveSettledByHand(tx, settled, new Date())))
        throw new Error('This payment is not unmatched; nothing was changed')
      return listUnmatched(tx, new Date())
    })
    process.stdout.write(`${JSON.stringify(unmatched, null, 2)}\n`)
    if (values['dry-run']) process.stdout.write('Nothing is changed (dry run)\n')
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await postgres.close()
  }
}
