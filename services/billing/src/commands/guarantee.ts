import { loadSettings, databaseSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { billing } from '../app.ts'
import { saveSettledByHand } from '../db/refunds.ts'
import { readGuarantee } from '../use-cases/read-guarantee.ts'

const USAGE = `Prints why an ended pass was refunded or not, from the database that DATABASE_URL names:

  node src/commands/guarantee.ts PASS_ID [--settled-by-hand]

--settled-by-hand marks a failed refund as paid by a person, after it was paid another way than through Stripe.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'settled-by-hand': { type: 'boolean', default: false } },
})
const passId = z.uuid().safeParse(positionals[0])

if (passId.success) await run(passId.data)
else {
  process.stderr.write(USAGE)
  process.exitCode = 2
}

async function run(id: string): Promise<void> {
  const { DATABASE_URL } = loadSettings(databaseSettings, process.env)
  const postgres = connectPostgres({
    url: DATABASE_URL,
    schema: billing.schema,
    poolSize: 1,
    applicationName: 'billing-guarantee',
  })
  try {
    if (values['settled-by-hand'] && !(await saveSettledByHand(postgres.db, id)))
      throw new Error('No refund of this pass has failed; nothing was changed')
    process.stdout.write(`${JSON.stringify(await readGuarantee(postgres.db, id), null, 2)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await postgres.close()
  }
}
