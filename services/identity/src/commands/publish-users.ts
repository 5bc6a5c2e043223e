import { databaseSettings, loadSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { z } from 'zod'
import { publishUsers } from '../use-cases/accounts/publish-users.ts'

const USAGE = `Publishes every confirmed user, every role and every accepted signing key again, for a service that has just joined:

  node src/commands/publish-users.ts NAME

NAME says what for, such as rankings-joins. Under the same name it is safe to repeat: a service applies each user once.
It writes to the outbox of the database that DATABASE_URL names; the running service sends it.
`

const command = z.tuple([z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/)])

const asked = command.safeParse(process.argv.slice(2))
if (!asked.success) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else {
  const { DATABASE_URL: url } = loadSettings(databaseSettings, process.env)
  await publish(url, asked.data[0])
}

async function publish(url: string, name: string): Promise<void> {
  const { db, close } = connectPostgres({
    url,
    schema: 'identity',
    poolSize: 1,
    applicationName: 'identity-publish-users',
  })
  try {
    const { users, signingKeys } = await publishUsers(db, name, new Date())
    process.stdout.write(
      `Published as ${name}: users ${users}, signing keys ${signingKeys}; what was published under this name before is passed over\n`,
    )
  } finally {
    await close()
  }
}
