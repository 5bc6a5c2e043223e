import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { z } from 'zod'

const databaseUrls = z.object({ planner: z.string() })

/** Lets the invitations of an account to Lightning Lane Assist end now, in place of a wait of a day. */
export async function expireInvitations(dataDir: string, userId: string): Promise<void> {
  const { planner: url } = databaseUrls.parse(
    JSON.parse(await readFile(join(dataDir, 'databases.json'), 'utf8')),
  )
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`update planner.lane_invitations set expires_at = now() where user_id = ${userId}`
  await sql.end()
}
