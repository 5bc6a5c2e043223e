import type { SuppressionReport } from '@walkon/contracts/http/ways'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { PostmarkAddresses } from '../../clients/postmark-addresses.ts'
import { listChecks } from '../../db/suppressions/address-checks.ts'
import { listSuppressions } from '../../db/suppressions/suppressions.ts'
import { scopeOfStream } from '../../domain/suppression-scope.ts'

export type ReportDeps = { db: Database; addresses: Pick<PostmarkAddresses, 'list'> | null; log: Log }

/** Lists the suppressions of an address here and on Postmark's lists, and the outcomes of the questions about it. */
export async function reportSuppressions(deps: ReportDeps, email: string): Promise<SuppressionReport> {
  const addressHash = hashAddress(email)
  const [standing, checks, listed] = await Promise.all([
    listSuppressions(deps.db, 'email', addressHash),
    listChecks(deps.db, addressHash),
    lookUp(deps, email),
  ])
  return {
    suppressions: standing.map(({ createdAt, ...kind }) => ({
      channel: 'email',
      ...kind,
      since: createdAt.toISOString(),
    })),
    keepsLists: deps.addresses !== null,
    listed,
    checks: checks.map(({ requestedAt, settledAt, ...check }) => ({
      ...check,
      requestedAt: requestedAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
  }
}

/** Null where Postmark does not answer, or mails go by SMTP, which keeps no lists: our own suppressions are told all the same. */
async function lookUp({ addresses, log }: ReportDeps, email: string): Promise<SuppressionReport['listed']> {
  if (!addresses) return null
  try {
    const entries = await addresses.list(email)
    return entries.map(({ stream, reason, since }) => ({
      list: scopeOfStream(stream),
      reason,
      since: since.toISOString(),
    }))
  } catch (error) {
    log.warn({ err: error }, 'the lists of the mail provider could not be read')
    return null
  }
}
