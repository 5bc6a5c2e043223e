import {
  listDeadLetters,
  replayDeadLetter,
  type FoundLetter,
  type ReplayOptions,
  type ReplayOutcome,
} from '@walkon/messaging/dead-letter-replay'
import type { LogReader } from '@walkon/messaging/event-log'
import type { Environment } from '@walkon/service/config'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { connectPostgres } from '@walkon/service/postgres'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { connectCommandLog } from './command-log.ts'
import type { Service } from './service.ts'

const usageOf = (service: string) => `The records that ${service} has set aside, and the way back for them:

  walkon dead-letters ${service} list
  walkon dead-letters ${service} show ID
  walkon dead-letters ${service} resend ID... | --all [--apply]

Takes the environment of the service. Without --apply, resend is a dry run: each record is applied in a transaction that is
taken back. With it, ${service} alone applies the record; it is not published again, because the other consumers of its topic have it.
`

const command = z.union([
  z.object({ words: z.tuple([z.literal('list')]) }),
  z.object({ words: z.tuple([z.literal('show'), z.string()]) }),
  z.object({ words: z.tuple([z.literal('resend')]).rest(z.string()) }),
])

export type DeadLetterDesk = Omit<ReplayOptions, 'isKept' | 'onApplied'> & {
  consumer: string
  eventLog: LogReader
  say: (line: string) => void
}

/** `dead-letters` of a service. Resolves with the exit code. */
export async function runDeadLetterCommand(
  service: Service,
  env: Environment,
  args: string[],
): Promise<number> {
  const configured = service.configure(env)
  const log = createLog({ service: service.name, level: 'error' })
  const applicationName = `${service.name}-dead-letters`
  const { eventLog, close } = connectCommandLog(applicationName, env, log)
  const postgres = connectPostgres({
    url: configured.settings.DATABASE_URL,
    schema: service.schema,
    poolSize: 2,
    applicationName,
  })
  try {
    const { handlers } = configured.build({
      db: postgres.db,
      // A filter before the database, which decides. A dry run must leave no claim in the real one.
      cache: createMemoryCache(),
      eventLog,
      log,
      metrics: createMetrics(service.name),
      now: () => new Date(),
    })
    return await answerDeadLetterCommand(args, {
      consumer: service.name,
      eventLog,
      db: postgres.db,
      handlers,
      now: new Date(),
      say: (line) => void process.stdout.write(`${line}\n`),
    })
  } finally {
    await close()
    await postgres.close()
  }
}

/** The command itself, on any log. Resolves with the exit code: 1 where a record was refused or is not there, 2 for a wrong use. */
export async function answerDeadLetterCommand(args: string[], desk: DeadLetterDesk): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, apply: { type: 'boolean', default: false } },
  })
  const asked = command.safeParse({ words: positionals })
  const [verb, ...ids] = asked.success ? asked.data.words : []
  if (!verb || (verb === 'resend' && ids.length > 0 === values.all)) {
    desk.say(usageOf(desk.consumer))
    return 2
  }
  const letters = await listDeadLetters(desk.eventLog, desk.consumer, desk.handlers)
  if (verb === 'list') {
    for (const letter of letters) desk.say(toLine(letter))
    desk.say(`${letters.length} dead letters of ${desk.consumer}`)
    return 0
  }
  const chosen = values.all ? letters : letters.filter(({ id }) => ids.includes(id))
  const missing = ids.filter((id) => !letters.some((letter) => letter.id === id))
  for (const id of missing) desk.say(`${id}: ${desk.consumer} has no such dead letter`)
  if (verb === 'show') for (const letter of chosen) desk.say(toText(letter))
  const refused = verb === 'resend' ? await resend(chosen, desk, values.apply) : 0
  return missing.length + refused > 0 ? 1 : 0
}

async function resend(letters: FoundLetter[], desk: DeadLetterDesk, isKept: boolean): Promise<number> {
  let [applied, refused] = [0, 0]
  for (const letter of letters) {
    const outcome = await replayDeadLetter(letter, { ...desk, isKept })
    if (outcome.kind === 'applied') applied++
    else if (outcome.kind !== 'applied-before') refused++
    desk.say(`${letter.id}: ${toWords(outcome, isKept)}`)
  }
  const what = isKept ? 'applied' : 'would be applied (dry run; --apply applies them)'
  desk.say(`${applied} of ${letters.length} ${what}`)
  return refused
}

function toWords(outcome: ReplayOutcome, isKept: boolean): string {
  switch (outcome.kind) {
    case 'applied':
      return isKept ? 'applied' : 'would be applied'
    case 'applied-before':
      return 'was applied before; left alone'
    case 'too-old':
      return `older than the ${outcome.hours} hours for which applied events and erasures are remembered; left alone`
    case 'superseded':
      return 'of a compacted topic, whose newer values may have been applied; have its publisher publish it again'
    case 'refused':
      return `still refused: ${outcome.error instanceof Error ? outcome.error.message : String(outcome.error)}`
    default:
      return outcome satisfies never
  }
}

function toLine({ id, errorClass, errorMessage, original: { headers } }: FoundLetter): string {
  const [firstLine = ''] = errorMessage.split('\n')
  return [id, headers['ce_time'] ?? '-', headers['ce_type'] ?? '-', errorClass, firstLine.slice(0, 120)].join(
    '  ',
  )
}

function toText({ id, errorClass, errorMessage, original }: FoundLetter): string {
  const { topic, partition, offset, key, value, headers } = original
  return [
    id,
    `was     ${topic}/${partition}/${offset}, key ${key ?? '-'}`,
    `error   ${errorClass}: ${errorMessage}`,
    ...Object.entries(headers).map(([name, text]) => `header  ${name}: ${text}`),
    value?.toString('utf8') ?? '(no value)',
  ].join('\n')
}
