import { loadSettings } from '@walkon/service/config'
import { tryInTransaction } from '@walkon/service/dry-run'
import { connectPostgres } from '@walkon/service/postgres'
import { settingsOrExit } from '@walkon/service/settings-or-exit'
import { parseArgs } from 'node:util'
import { identitySettings } from '../config.ts'
import { resealSecrets, type Resealed } from '../use-cases/keys/reseal-secrets.ts'

const USAGE = `Encrypts authenticator apps and signing keys again with the first key of IDENTITY_KEYS, so that the others can be dropped:

  walkon reseal-secrets [--apply]

Takes the environment of identity. Without --apply it is a dry run. It fails if a row is left that no key opens.
`

const options = { apply: { type: 'boolean', default: false } } as const
const asked = readArguments()
if (!asked) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else await run(asked.apply)

function readArguments() {
  try {
    return parseArgs({ options }).values
  } catch {
    return null
  }
}

async function run(apply: boolean): Promise<void> {
  const applicationName = 'identity-reseal-secrets'
  const { DATABASE_URL: url, IDENTITY_KEYS: keys } = settingsOrExit(applicationName, () =>
    loadSettings(identitySettings, process.env),
  )
  const { db, close } = connectPostgres({ url, schema: 'identity', poolSize: 1, applicationName })
  try {
    const results = apply
      ? await db.transaction((tx) => resealSecrets(tx, keys))
      : await tryInTransaction(db, (tx) => resealSecrets(tx, keys))
    for (const result of results) process.stdout.write(`${toLine(result, apply)}\n`)
    if (results.some(({ unopened }) => unopened.length > 0)) process.exitCode = 1
  } finally {
    await close()
  }
}

function toLine({ purpose, resealed, current, unopened }: Resealed, apply: boolean): string {
  const done = apply ? 'are' : 'would be (dry run; --apply does it)'
  const lost = unopened.length > 0 ? `; no key opens ${unopened.join(', ')}` : ''
  return `${purpose}: ${current} had the first key, ${resealed} ${done} encrypted with it${lost}`
}
