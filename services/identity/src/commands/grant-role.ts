import { role } from '@walkon/contracts/http/identity'
import { emailAddress } from '@walkon/contracts/values'
import { databaseSettings, loadSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { z } from 'zod'
import { insertRole } from '../db/roles.ts'
import { findUserByEmail } from '../db/users.ts'

const USAGE = `Gives a role to an account of the database that DATABASE_URL names; how the first admin comes to be:

  node src/commands/grant-role.ts admin|moderator|support ADDRESS

The account must have been confirmed. It has the role from its next refresh on: five minutes at most, or a new sign-in.
`

const command = z.tuple([role, emailAddress])

const asked = command.safeParse(process.argv.slice(2))
if (!asked.success) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else {
  const { DATABASE_URL: url } = loadSettings(databaseSettings, process.env)
  process.exitCode = await grant(url, ...asked.data)
}

async function grant(url: string, granted: z.output<typeof role>, email: string): Promise<number> {
  const { db, close } = connectPostgres({
    url,
    schema: 'identity',
    poolSize: 1,
    applicationName: 'identity-grant-role',
  })
  try {
    const user = await findUserByEmail(db, email)
    if (!user) {
      process.stderr.write('There is no account with this address. Sign up and confirm it first.\n')
      return 1
    }
    const grantedAt = new Date()
    const isNew = await insertRole(db, { userId: user.id, role: granted, grantedBy: null, grantedAt })
    process.stdout.write(isNew ? `The account is ${granted} now\n` : `The account is ${granted} already\n`)
    return 0
  } finally {
    await close()
  }
}
