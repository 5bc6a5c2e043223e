import { instant } from '@walkon/contracts/values'
import { databaseSettings, loadSettings, type Environment } from '@walkon/service/config'
import { tryOrKeep } from '@walkon/service/dry-run'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { replayProviderEvents } from './provider-events.ts'
import type { Service } from './service.ts'

const usageOf = (
  service: string,
  providers: readonly string[],
) => `Has webhook events applied again, in the database that DATABASE_URL names:

  walkon replay-provider-events ${service} ${providers.join('|')} [--since INSTANT] [--dry-run]

Replays what was set aside; with --since also what was received since then and applied. INSTANT is ISO 8601.
`

const toOptions = (providers: readonly [string, ...string[]]) =>
  z.object({
    provider: z.enum(providers),
    since: z.optional(
      z.pipe(
        instant,
        z.transform((text) => new Date(text)),
      ),
    ),
  })

/** `replay-provider-events` of a service that hears these providers. Resolves with the exit code: 2 for a wrong use. */
export async function runReplayCommand(
  { name, schema }: Pick<Service, 'name' | 'schema'>,
  providers: readonly [string, ...string[]],
  env: Environment,
  args: string[],
): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { since: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  })
  const asked = toOptions(providers).safeParse({ ...values, provider: positionals[0] })
  if (!asked.success) {
    process.stderr.write(`${z.prettifyError(asked.error)}\n\n${usageOf(name, providers)}`)
    return 2
  }
  const { provider, since = null } = asked.data
  const postgres = connectPostgres({
    url: loadSettings(databaseSettings, env).DATABASE_URL,
    schema,
    poolSize: 1,
    applicationName: `${name}-replay-provider-events`,
  })
  try {
    const isDryRun = values['dry-run']
    const count = await tryOrKeep(postgres.db, isDryRun, (tx) =>
      replayProviderEvents(tx, { provider, since }),
    )
    const outcome = isDryRun ? 'would be applied again (dry run)' : 'will be applied again'
    process.stdout.write(`${count} events of ${provider} ${outcome}\n`)
    return 0
  } finally {
    await postgres.close()
  }
}
