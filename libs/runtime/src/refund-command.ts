import { databaseSettings, loadSettings, type Environment } from '@walkon/service/config'
import type { Queryable } from '@walkon/service/database'
import { tryOrKeep } from '@walkon/service/dry-run'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Service } from './service.ts'

type RefundCommand = {
  /** Its file, without the extension. */
  name: string
  /** The command's output, as the end of a sentence. */
  prints: string
  /** The thing that its one argument is the id of. */
  about: 'pass' | 'checkout'
  /** Returns true if there was a failed refund, which counts as paid from now on. */
  settle: (db: Queryable, id: string) => Promise<boolean>
  /** Null where nothing is owed. */
  read: (db: Queryable, id: string) => Promise<object | null>
}

const usageOf = ({
  name,
  prints,
  about,
}: RefundCommand) => `Prints ${prints}, from the database that DATABASE_URL names:

  walkon ${name} ${about.toUpperCase()}_ID [--settled-by-hand [--dry-run]]

--settled-by-hand marks a failed refund as paid by a person, after it was paid another way than through Stripe.
`

/** Prints a refund as JSON, marked as settled by hand before if that is asked. Resolves with the exit code: 2 for a wrong use. */
export async function runRefundCommand(
  { name, schema }: Pick<Service, 'name' | 'schema'>,
  command: RefundCommand,
  env: Environment,
  args: string[],
): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'settled-by-hand': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const id = z.uuid().safeParse(positionals[0])
  if (!id.success) {
    process.stderr.write(usageOf(command))
    return 2
  }
  const { DATABASE_URL } = loadSettings(databaseSettings, env)
  const postgres = connectPostgres({
    url: DATABASE_URL,
    schema,
    poolSize: 1,
    applicationName: `${name}-${command.name}`,
  })
  try {
    const refund = await tryOrKeep(postgres.db, values['dry-run'], async (tx) => {
      if (values['settled-by-hand'] && !(await command.settle(tx, id.data)))
        throw new Error(`No refund of this ${command.about} has failed; nothing was changed`)
      return command.read(tx, id.data)
    })
    if (!refund) throw new Error(`This ${command.about} owes nothing`)
    process.stdout.write(`${JSON.stringify(refund, null, 2)}\n`)
    if (values['dry-run']) process.stdout.write('Nothing is changed (dry run)\n')
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await postgres.close()
  }
}
