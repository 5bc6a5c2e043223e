import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { randomUUID } from 'node:crypto'
import type { TextLinks } from '../../channels/text-links.ts'
import { insertDeliveries } from '../../db/deliveries/deliveries.ts'
import { listSuppressions } from '../../db/suppressions/suppressions.ts'
import { listNumbers } from '../../db/texts/ways.ts'
import { standingAgainst } from '../../domain/suppression-scope.ts'
import { toNumberState } from '../../domain/way.ts'
import type { TextLimit } from '../../limits/texts.ts'
import { NO_REQUEST } from '../letters/own-letters.ts'
import { toPressId } from './press-id.ts'

export type TestDeps = { db: Database; texts: TextLimit; links: TextLinks; now: () => Date }

/** As long as an alert is of use. */
const USEFUL_MINUTES = 15

/**
 * Sends a message that says it is a test, the way alerts go. It is no alert: it is in no history, counts for no guarantee and begins
 * no cooldown. A second press at once sends no second one. Throws an `AppError` where no alert would go that way.
 */
export async function sendTestAlert(deps: TestDeps, email: string, channel: 'email' | 'sms'): Promise<void> {
  const { db, links, now } = deps
  const address = channel === 'email' ? await getMailable(db, email) : await getTextable(deps, email)
  const id = randomUUID()
  const requestedAt = now()
  await db.transaction((tx) =>
    insertDeliveries(tx, [
      {
        ...NO_REQUEST,
        id,
        source: 'test',
        sourceId: toPressId(`test by ${channel}`, hashAddress(email), requestedAt),
        email,
        channel,
        address,
        addressHash: hashAddress(address),
        content: { kind: 'test-alert' },
        expiresAt: new Date(requestedAt.getTime() + USEFUL_MINUTES * 60_000).toISOString(),
        requestedAt: requestedAt.toISOString(),
        linkHash: channel === 'sms' ? links.hashOf(id) : null,
      },
    ]),
  )
}

async function getMailable(db: Database, email: string): Promise<string> {
  const standing = standingAgainst('ride-alerts', await listSuppressions(db, 'email', hashAddress(email)))
  if (standing.length > 0) throw new AppError('address-suppressed', 'No alert is mailed to this address')
  return email
}

/** The number that was confirmed last. Spends of the budget. */
async function getTextable({ db, texts }: TestDeps, email: string): Promise<string> {
  const numbers = await listNumbers(db, hashAddress(email))
  const confirmed = numbers.find((number) => toNumberState(number) === 'confirmed')
  if (!confirmed) throw new AppError('no-confirmed-number', 'No number has answered YES')
  const refusal = await texts.spend(confirmed.number)
  if (refusal) throw new AppError('text-not-sent', `No text is sent now: ${refusal}`)
  return confirmed.number
}
