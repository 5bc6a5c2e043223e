import { role } from '@walkon/contracts/http/identity'
import { emailAddress } from '@walkon/contracts/email-address'
import { databaseSettings, loadSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { z } from 'zod'
import { listAdmins } from '../db/roles.ts'
import { findUserByEmail, lockUser } from '../db/users.ts'
import { giveRole } from '../use-cases/roles/grant-role.ts'

const USAGE = `Gives a role to an account of the database that DATABASE_URL names; how the first admin comes to be:

  node src/commands/grant-role.ts admin|moderator|support ADDRESS

The account must have been confirmed. It has the role from its next refresh on: five minutes at most, or a new sign-in.
All admins and the account itself are told by mail.
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
    const isNew = await db.transaction(async (tx) => {
      const admins = await listAdmins(tx)
      const locked = await lockUser(tx, user.id)
      return locked && giveRole(tx, locked, { role: granted, grantedBy: null, admins, now: new Date() })
    })
    process.stdout.write(isNew ? `The account is ${granted} now\n` : `The account is ${granted} already\n`)
    return 0
  } finally {
    await close()
  }
}
