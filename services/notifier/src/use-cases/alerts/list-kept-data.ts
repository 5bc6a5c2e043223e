import type { DataExport } from '@walkon/contracts/http/data-export'
import type { Database } from '@walkon/service/database'
import { readTextEvent } from '../../clients/twilio-webhook.ts'
import { listDataOf, type ExportedAccount } from '../../db/data-export.ts'
import { listTextEventsOf } from '../../db/texts/text-events.ts'
import { toReplyCommand } from '../../domain/reply.ts'

/** Lists all data of an account and its address, with the replies from its numbers as long as Twilio's events are kept. */
export async function listKeptData(db: Database, account: ExportedAccount): Promise<DataExport> {
  return { ...(await listDataOf(db, account)), replies: await listReplies(db, account.email) }
}

/** Replies with the command that each was read as (null for any other text). Their text is left out: it may be personal. */
async function listReplies(db: Database, email: string) {
  const events = await listTextEventsOf(db, email)
  return events.flatMap(({ body, receivedAt }) => {
    const told = readTextEvent(body)
    if (told?.kind !== 'replied') return []
    const { number, providerId } = told
    return [{ repliedAt: receivedAt, number, command: toReplyCommand(told)?.kind ?? null, providerId }]
  })
}
