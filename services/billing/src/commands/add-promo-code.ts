import { newPromoCode } from '@walkon/contracts/http/promo-codes'
import { loadSettings, databaseSettings } from '@walkon/service/config'
import { AppError } from '@walkon/service/errors'
import { tryOrKeep } from '@walkon/service/dry-run'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { billing } from '../app.ts'
import { createPromoCode } from '../use-cases/promo-codes/create-promo-code.ts'

const USAGE = `Adds a promo code to the database that DATABASE_URL names:

  walkon add-promo-code CODE --channel email|sms|push [--kind all-days|one-day|percentage] [--percent 1..100]
    [--max N] [--max-per-email N] [--expires INSTANT] [--keep] [--dry-run]

Without --kind it makes all days free; --percent belongs to --kind percentage. Without --max and --max-per-email there is no
limit; INSTANT is ISO 8601, such as 2027-01-01T00:00:00Z. A code that is there is never changed; without --keep the command then fails.
`

const number = z.optional(
  z.pipe(
    z.string().regex(/^\d+$/, 'Expected a whole number'),
    z.transform((text) => Number(text)),
  ),
)
/** The same rules as for the API. */
const options = z
  .object({
    code: z.string().default(''),
    channel: z.string().default(''),
    kind: z.string().default('all-days'),
    percent: number,
    max: number,
    'max-per-email': number,
    expires: z.string().nullable().default(null),
  })
  .transform(({ kind, percent, max, 'max-per-email': maxPerEmail, expires, ...code }) => ({
    ...code,
    discount: { kind, ...(percent !== undefined && { percent }) },
    maxRedemptions: max ?? null,
    maxRedemptionsPerEmail: maxPerEmail ?? null,
    expiresAt: expires,
  }))
  .pipe(newPromoCode)

const texts = { type: 'string' } as const
const {
  values: { keep, 'dry-run': isDryRun, ...values },
  positionals,
} = parseArgs({
  allowPositionals: true,
  options: {
    channel: texts,
    kind: texts,
    percent: texts,
    max: texts,
    'max-per-email': texts,
    expires: texts,
    keep: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
})
const parsed = options.safeParse({ ...values, code: positionals[0] })

if (!parsed.success) {
  process.stderr.write(`${z.prettifyError(parsed.error)}\n\n${USAGE}`)
  process.exitCode = 2
} else {
  const { DATABASE_URL } = loadSettings(databaseSettings, process.env)
  const postgres = connectPostgres({
    url: DATABASE_URL,
    schema: billing.schema,
    poolSize: 1,
    applicationName: 'billing-add-promo-code',
  })
  try {
    const { code } = await tryOrKeep(postgres.db, isDryRun, (tx) =>
      createPromoCode(tx, parsed.data, { adminId: null, now: new Date() }),
    )
    process.stdout.write(`${code} ${isDryRun ? 'would be added (dry run)' : 'was added'}\n`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    process.stdout.write(`${parsed.data.code} is there already; it was not changed\n`)
    process.exitCode = keep ? 0 : 1
  } finally {
    await postgres.close()
  }
}
