import { promoCode } from '@walkon/contracts/http/billing'
import { channel, instant } from '@walkon/contracts/values'
import { loadSettings, databaseSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { billing } from '../app.ts'
import { insertPromoCode } from '../db/promo-codes.ts'

const USAGE = `Adds a promo code to the database that DATABASE_URL names:

  node src/commands/add-promo-code.ts CODE --channel email|sms|push [--max N] [--max-per-email N] [--expires INSTANT]

Without --max and --max-per-email there is no limit; INSTANT is ISO 8601, such as 2027-01-01T00:00:00Z.
`

const limit = z.coerce.number().int().min(1).optional()
const options = z.object({
  code: promoCode,
  channel,
  max: limit,
  'max-per-email': limit,
  expires: z.optional(
    z.pipe(
      instant,
      z.transform((text) => new Date(text)),
    ),
  ),
})

const texts = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { channel: texts, max: texts, 'max-per-email': texts, expires: texts },
})
const parsed = options.safeParse({ ...values, code: positionals[0] })

if (!parsed.success) {
  process.stderr.write(`${z.prettifyError(parsed.error)}\n\n${USAGE}`)
  process.exitCode = 2
} else {
  const { code, channel: kind, max, 'max-per-email': maxPerEmail, expires } = parsed.data
  const { DATABASE_URL } = loadSettings(databaseSettings, process.env)
  const postgres = connectPostgres({
    url: DATABASE_URL,
    schema: billing.schema,
    poolSize: 1,
    applicationName: 'billing-add-promo-code',
  })
  try {
    const isNew = await insertPromoCode(postgres.db, {
      code,
      channel: kind,
      maxRedemptions: max ?? null,
      maxRedemptionsPerEmail: maxPerEmail ?? null,
      expiresAt: expires ?? null,
    })
    process.stdout.write(isNew ? `${code} was added\n` : `${code} is there already; it was not changed\n`)
    if (!isNew) process.exitCode = 1
  } finally {
    await postgres.close()
  }
}
