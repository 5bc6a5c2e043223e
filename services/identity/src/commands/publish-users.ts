import { databaseSettings, loadSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { countPublished, publishUsers } from '../use-cases/accounts/publish-users.ts'

const USAGE = `Publishes every confirmed user, every role and every accepted signing key again, for a service that has just joined:

  walkon publish-users NAME [--dry-run]

NAME says what for, such as rankings-joins. Under the same name it is safe to repeat: a service applies each user once.
It writes to the outbox of the database that DATABASE_URL names; the running service sends it.
`

const command = z.tuple([z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/)])

const options = { 'dry-run': { type: 'boolean', default: false } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const asked = command.safeParse(positionals)
if (!asked.success) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else {
  const { DATABASE_URL: url } = loadSettings(databaseSettings, process.env)
  await publish(url, asked.data[0], values['dry-run'])
}

async function publish(url: string, name: string, isDryRun: boolean): Promise<void> {
  const { db, close } = connectPostgres({
    url,
    schema: 'identity',
    poolSize: 1,
    applicationName: 'identity-publish-users',
  })
  try {
    if (isDryRun) {
      const { users, signingKeys } = await countPublished(db, new Date())
      process.stdout.write(`Would publish (dry run): users ${users}, signing keys ${signingKeys}\n`)
      return
    }
    const { users, signingKeys } = await publishUsers(db, name, new Date())
    process.stdout.write(
      `Published as ${name}: users ${users}, signing keys ${signingKeys}; what was published under this name before is passed over\n`,
    )
  } finally {
    await close()
  }
}
