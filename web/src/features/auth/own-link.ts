import { maskAddress } from '@walkon/contracts/mask'
import { z } from 'zod/mini'
import { callerOfMail, request } from '../../lib/api.ts'
import { readTabValue, removeTabValue } from '../../lib/tab-store.ts'

const KEY = 'walkon.manage-token'
const waysOfLink = z.object({ email: z.object({ address: z.string() }) })

/** A link that was opened signed out stays with the account of its address, and ends with any other. The server says an address in part. */
export async function keepOwnLink(email: string): Promise<void> {
  const token = readTabValue(KEY)
  if (token === null) return
  const isOwn = await request(waysOfLink, '/notifications/ways', { caller: callerOfMail(token) }).then(
    (ways) => ways.email.address === maskAddress(email),
    () => false,
  )
  if (!isOwn && readTabValue(KEY) === token) removeTabValue(KEY)
}
