import { schemaOf, SERVICE_NAMES } from '@walkon/contracts/services'
import { databaseSettings, loadSettings } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { settingsOrExit } from '@walkon/service/settings-or-exit'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { countPublishedSince, republishSince } from './republish-outbox.ts'

const USAGE = `Publishes again what a service has published since an instant, for a Kafka that was lost with its disks:

  walkon republish SERVICE --since 2026-11-25T09:00:00Z [--apply]

Without --apply it counts the events and changes nothing. It writes to the outbox of the database that DATABASE_URL names; the running service
publishes. An outbox keeps an event for OUTBOX_RETENTION_HOURS (24).
`

const asked = z
  .object({ service: z.enum(SERVICE_NAMES), since: z.iso.datetime(), apply: z.boolean() })
  .safeParse(readArguments())

if (!asked.success) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else {
  const { DATABASE_URL: url } = settingsOrExit('republish', () => loadSettings(databaseSettings, process.env))
  await republish(url, asked.data)
}

function readArguments(): unknown {
  try {
    const options = { since: { type: 'string' }, apply: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return { ...values, service: positionals.length === 1 ? positionals[0] : undefined }
  } catch {
    return null
  }
}

async function republish(
  url: string,
  { service, since, apply }: { service: (typeof SERVICE_NAMES)[number]; since: string; apply: boolean },
): Promise<void> {
  const applicationName = `${service}-republish`
  const { db, close } = connectPostgres({ url, schema: schemaOf(service), poolSize: 1, applicationName })
  try {
    const act = apply ? republishSince : countPublishedSince
    const count = await act(db, new Date(since))
    const outcome = apply ? 'are published again' : 'would be published again; --apply has them published'
    process.stdout.write(`${service}: ${count} events since ${since} ${outcome}\n`)
  } finally {
    await close()
  }
}
