import { loadSettings, databaseSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { billing } from '../app.ts'
import { findOwed, saveOwedSettledByHand } from '../db/checkouts.ts'

const USAGE = `Prints what a payment owes its buyer and how its refund stands, from the database that DATABASE_URL names:

  node src/commands/owed-refund.ts CHECKOUT_ID [--settled-by-hand]

--settled-by-hand marks a failed refund as paid by a person, after it was paid another way than through Stripe.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'settled-by-hand': { type: 'boolean', default: false } },
})
const checkoutId = z.uuid().safeParse(positionals[0])

if (checkoutId.success) await run(checkoutId.data)
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
    applicationName: 'billing-owed-refund',
  })
  try {
    if (values['settled-by-hand'] && !(await saveOwedSettledByHand(postgres.db, id)))
      throw new Error('No refund of this checkout has failed; nothing was changed')
    const owed = await findOwed(postgres.db, id)
    if (!owed) throw new Error('This checkout owes nothing')
    process.stdout.write(`${JSON.stringify(owed, null, 2)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await postgres.close()
  }
}
