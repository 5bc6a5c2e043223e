import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Store } from '../state/store.ts'
import { isAddress } from './address.ts'
import { PostmarkError } from './errors.ts'
import { STREAMS } from './message.ts'
import { release, suppress } from './outcomes.ts'
import { lowerCaseKeys } from './search.ts'
import { findSuppression, listSuppressions } from './suppressions.ts'

type Deps = { store: Store; now: () => Date; onChange: () => void }

const MAX_AT_ONCE = 50
const INVALID = 'An invalid email address was provided.'
const NOT_YOURS = 'You do not have the required authority to change this suppression.'

const entries = z.strictObject({ Suppressions: z.array(z.strictObject({ EmailAddress: z.string() })) })

/** The lists of addresses, one for each stream, that mail is not sent to any more. */
export function addSuppressionRoutes(app: FastifyInstance, { store, now, onChange }: Deps): void {
  app.post('/message-streams/:stream/suppressions', (request) => {
    const stream = streamOf(request.params)
    const statuses = addressesOf(request.body).map((email) => {
      const existing = findSuppression(store, stream, email)
      if (!isAddress(email)) return toStatus(email, 'Failed', INVALID)
      if (existing?.reason === 'SpamComplaint') return toStatus(email, 'Failed', NOT_YOURS)
      suppress(store, { stream, email, reason: 'ManualSuppression', origin: 'Customer' }, now())
      return toStatus(email, 'Suppressed')
    })
    onChange()
    return { Suppressions: statuses }
  })

  app.post('/message-streams/:stream/suppressions/delete', (request) => {
    const stream = streamOf(request.params)
    const statuses = addressesOf(request.body).map((email) => {
      const existing = findSuppression(store, stream, email)
      if (!isAddress(email)) return toStatus(email, 'Failed', INVALID)
      if (existing?.reason === 'SpamComplaint') return toStatus(email, 'Failed', NOT_YOURS)
      release(store, { stream, email }, now())
      return toStatus(email, 'Deleted')
    })
    onChange()
    return { Suppressions: statuses }
  })

  app.get('/message-streams/:stream/suppressions/dump', (request) => {
    const query = lowerCaseKeys(request.query)
    const found = listSuppressions(store, streamOf(request.params)).filter(
      ({ email, reason, origin }) =>
        (query['emailaddress']?.toLowerCase() ?? email) === email &&
        (query['suppressionreason'] ?? reason) === reason &&
        (query['origin'] ?? origin) === origin,
    )
    return {
      Suppressions: found.map(({ email, reason, origin, created_at }) => ({
        EmailAddress: email,
        SuppressionReason: reason,
        Origin: origin,
        CreatedAt: new Date(created_at).toISOString(),
      })),
    }
  })
}

function streamOf(params: unknown): string {
  const { stream } = z.object({ stream: z.string() }).parse(params)
  if (STREAMS.some((each) => each === stream)) return stream
  throw new PostmarkError(1226, "The message stream for the provided 'ID' was not found.")
}

function addressesOf(body: unknown): string[] {
  const parsed = entries.safeParse(body)
  if (!parsed.success) throw new PostmarkError(1409, 'A proper request body must be provided.')
  const { Suppressions } = parsed.data
  if (Suppressions.length > MAX_AT_ONCE) {
    throw new PostmarkError(
      1410,
      'You cannot provide more than the maximum number of suppressions for this request.',
    )
  }
  return Suppressions.map(({ EmailAddress }) => EmailAddress)
}

const toStatus = (EmailAddress: string, Status: string, Message: string | null = null) => ({
  EmailAddress,
  Status,
  Message,
})
