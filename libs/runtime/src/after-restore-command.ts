import type { EventDefinition, EventOf } from '@walkon/contracts/event'
import { instant } from '@walkon/contracts/values'
import type { LogReader } from '@walkon/messaging/event-log'
import { readPublishedSince } from '@walkon/messaging/published-since'
import { databaseSettings, loadSettings, type Environment } from '@walkon/service/config'
import type { Database, Transaction } from '@walkon/service/database'
import { tryInTransaction } from '@walkon/service/dry-run'
import { createLog } from '@walkon/service/log'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { connectCommandLog } from './command-log.ts'
import type { Service } from './service.ts'

const usageOf = (
  service: string,
) => `Brings back to ${service} what the event log knows and a restored database does not:

  walkon after-restore ${service} --to INSTANT [--apply]

INSTANT is the one to which the database was restored, in ISO 8601. Run it while ${service} is stopped. Takes the environment of the service.
Without --apply it is a dry run: everything is done in a transaction that is taken back.
`

const asked = z.object({
  to: z.pipe(
    instant,
    z.transform((text) => new Date(text)),
  ),
  apply: z.boolean(),
})

/** An event's transaction commits a little after the event's own time. */
const COMMITS_WITHIN_MS = 60_000

/** The events of a service's own that are read since the restore, and what they bring back. */
export type AfterRestore<Definition extends EventDefinition> = {
  definitions: Definition[]
  /** Applies them, once more without harm. Resolves with a line for the operator for each kind of thing. */
  recall(tx: Transaction, events: EventOf<Definition>[], restoredTo: Date): Promise<string[]>
}

/** `after-restore` of a deployed service. Resolves with the exit code. */
export async function runAfterRestoreCommand<Definition extends EventDefinition>(
  { name, schema }: Pick<Service, 'name' | 'schema'>,
  work: AfterRestore<Definition>,
  env: Environment,
  args: string[],
): Promise<number> {
  const applicationName = `${name}-after-restore`
  const log = createLog({ service: name, level: 'error' })
  const { eventLog, close } = connectCommandLog(applicationName, env, log)
  const url = loadSettings(databaseSettings, env).DATABASE_URL
  const postgres = connectPostgres({ url, schema, poolSize: 1, applicationName })
  try {
    return await answerAfterRestore(args, work, {
      name,
      db: postgres.db,
      eventLog,
      say: (line) => void process.stdout.write(`${line}\n`),
    })
  } finally {
    await close()
    await postgres.close()
  }
}

export type AfterRestoreDesk = {
  name: string
  db: Database
  eventLog: LogReader
  say: (line: string) => void
}

/** The command itself, on any log. Resolves with the exit code: 2 for a wrong use. */
export async function answerAfterRestore<Definition extends EventDefinition>(
  args: string[],
  { definitions, recall }: AfterRestore<Definition>,
  { name, db, eventLog, say }: AfterRestoreDesk,
): Promise<number> {
  const given = asked.safeParse(readArguments(args))
  if (!given.success) {
    say(usageOf(name))
    return 2
  }
  const { to, apply } = given.data
  const events = await readPublishedSince(eventLog, definitions, new Date(to.getTime() - COMMITS_WITHIN_MS))
  const work = (tx: Transaction) => recall(tx, events, to)
  const lines = apply ? await db.transaction(work) : await tryInTransaction(db, work)
  for (const line of lines) say(`${name}: ${line}`)
  say(apply ? `${name}: applied` : `${name}: nothing is changed (dry run; --apply applies it)`)
  return 0
}

function readArguments(args: string[]): unknown {
  try {
    const options = { to: { type: 'string' }, apply: { type: 'boolean', default: false } } as const
    return parseArgs({ args, options }).values
  } catch {
    return null
  }
}
