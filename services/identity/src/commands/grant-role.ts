import { role } from '@walkon/contracts/http/identity'
import { emailAddress } from '@walkon/contracts/email-address'
import { databaseSettings, loadSettings } from '@walkon/service/config'
import { tryOrKeep } from '@walkon/service/dry-run'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { listAdmins } from '../db/roles.ts'
import { findUserByEmail, lockUser } from '../db/users.ts'
import { giveRole } from '../use-cases/roles/grant-role.ts'

const USAGE = `Gives a role to an account of the database that DATABASE_URL names; how the first admin comes to be:

  walkon grant-role admin|moderator|support ADDRESS [--dry-run]

The account must have been confirmed. It has the role from its next refresh on: five minutes at most, or a new sign-in.
All admins and the account itself are told by mail.
`

const command = z.tuple([role, emailAddress])

const options = { 'dry-run': { type: 'boolean', default: false } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const asked = command.safeParse(positionals)
if (!asked.success) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else {
  const { DATABASE_URL: url } = loadSettings(databaseSettings, process.env)
  process.exitCode = await grant(url, values['dry-run'], ...asked.data)
}

async function grant(
  url: string,
  isDryRun: boolean,
  granted: z.output<typeof role>,
  email: string,
): Promise<number> {
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
    const isNew = await tryOrKeep(db, isDryRun, async (tx) => {
      const admins = await listAdmins(tx)
      const locked = await lockUser(tx, user.id)
      return locked && giveRole(tx, locked, { role: granted, grantedBy: null, admins, now: new Date() })
    })
    const becomes = isDryRun ? `would be ${granted} (dry run)` : `is ${granted} now`
    process.stdout.write(`The account ${isNew ? becomes : `is ${granted} already`}\n`)
    return 0
  } finally {
    await close()
  }
}
