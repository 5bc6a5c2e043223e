import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const secrets = z.object({
  databasePassword: z.string(),
  tokenKeys: z.string(),
  identityKeys: z.string(),
  flightsKeys: z.string(),
  plannerKeys: z.string(),
  saleKeys: z.string(),
  postmarkServerToken: z.string(),
  postmarkWebhookPassword: z.string(),
  twilioAuthToken: z.string(),
  stripeSecretKey: z.string(),
  stripeWebhookSecret: z.string(),
  duffelAccessToken: z.string(),
  restaurantsApiKey: z.string(),
})

export type Secrets = z.output<typeof secrets>

/**
 * Secrets of one installation, made at its first start and kept in its data folder, readable by its owner only. One
 * that a newer version needs is added to those that are there.
 */
export async function readOrMakeSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json')
  const stored = await readFile(file, 'utf8').catch(() => '{}')
  const known = secrets.partial().parse(JSON.parse(stored))
  const complete = secrets.safeParse(known)
  if (complete.success) return complete.data
  const made: Secrets = {
    databasePassword: random(24),
    tokenKeys: random(32),
    identityKeys: random(32),
    flightsKeys: random(32),
    plannerKeys: random(32),
    saleKeys: random(32),
    postmarkServerToken: crypto.randomUUID(),
    postmarkWebhookPassword: random(24),
    twilioAuthToken: random(24),
    stripeSecretKey: `sk_test_${random(24)}`,
    stripeWebhookSecret: `whsec_${random(24)}`,
    duffelAccessToken: `duffel_test_${random(24)}`,
    restaurantsApiKey: random(24),
  }
  for (const [name, value] of Object.entries(known)) if (value) made[name as keyof Secrets] = value
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, JSON.stringify(made, null, 2), { mode: 0o600 })
  return made
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url')
