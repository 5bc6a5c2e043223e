import { alertTriggered } from '@walkon/contracts/events/alerts'
import { createEmailChannel } from '@walkon/notifier/channels/email'
import { createListLinks } from '@walkon/notifier/channels/list-links'
import { createPostmarkMailer } from '@walkon/notifier/channels/postmark-mailer'
import { createPostmark } from '@walkon/notifier/clients/postmark'
import type { LeasedDelivery } from '@walkon/notifier/db/deliveries/leases'
import { createMailReference } from '@walkon/notifier/db/deliveries/mail-references'
import { STREAMS } from '@walkon/notifier/testing/settings'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as otherWork } from 'node:timers/promises'
import postgres from 'postgres'

/**
 * What a burst costs at least: composes the mails of the alerts in an outbox and posts them, in the notifier's batches and with
 * as many under way, and keeps nothing. GET / does it once and tells how many milliseconds it took. Prints its address.
 */

const UNDER_WAY = 4

const [databaseUrl = '', providerUrl = '', parkId = ''] = process.argv.slice(2)
const keys = [new Uint8Array(randomBytes(32))]
const { callsPerRequest, write, send } = createEmailChannel({
  mailer: createPostmarkMailer(
    createPostmark({
      apiUrl: providerUrl,
      serverToken: 'bench',
      from: 'Walkon <alerts@walkon.example>',
      streams: STREAMS,
      timeoutSeconds: 60,
    }),
    { absentSeconds: 15 },
  ),
  site: {
    publicUrl: 'http://localhost:8080',
    postalAddress: 'Walkon, 100 Example Street, Orlando, FL 32801',
  },
  manageTokens: createSealedTokens('manage', keys),
  listLinks: createListLinks(keys),
  now: () => new Date(),
})

const deliveries = await listDeliveries()

/** As the notifier leases them. */
async function listDeliveries(): Promise<LeasedDelivery[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const rows = await sql<{ data: unknown }[]>`
    select convert_from(value, 'UTF8')::json as data from alert_evaluator.outbox
    where topic = ${alertTriggered.topic} and convert_from(value, 'UTF8')::json->>'parkId' = ${parkId}`
  await sql.end()
  return rows.map(({ data }) => {
    const { email, recipients: _, ...content } = alertTriggered.data.parse(data)
    return {
      id: randomUUID(),
      attemptNo: 1,
      calledAt: new Date().toISOString(),
      address: email,
      email,
      content: { kind: 'ride-alerts', ...content },
      expiresAt: new Date(Date.now() + 900_000).toISOString(),
      requestedAt: new Date().toISOString(),
      source: 'alert',
      list: null,
      stoppedBy: null,
      reference: createMailReference(),
      device: null,
      retryOf: null,
    }
  })
}

async function composeAndPost(): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < deliveries.length) {
      const batch = deliveries.slice(next, (next += callsPerRequest))
      const mails = []
      for (const [index, delivery] of batch.entries()) {
        if (index % 25 === 24) await otherWork()
        mails.push(await write(delivery))
      }
      const answers = await send(mails)
      if (answers.some(({ kind }) => kind !== 'accepted')) throw new Error('A mail was not accepted')
    }
  }
  await Promise.all(Array.from({ length: UNDER_WAY }, worker))
}

const server = createServer((_request, response) => {
  const startedAt = performance.now()
  void composeAndPost().then(() => response.end(String(performance.now() - startedAt)))
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
