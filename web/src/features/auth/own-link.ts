import { maskAddress } from '@walkon/contracts/mask'
import { z } from 'zod/mini'
import { request } from '../../lib/api.ts'
import { callerOfMail } from '../../lib/link-caller.ts'
import { readTabValue, removeTabValue } from '../../lib/tab-store.ts'

const KEY = 'walkon.manage-token'
const waysOfLink = z.object({ email: z.object({ address: z.string() }) })

/**
 * A link that was opened signed out stays with the account of its address, and ends with any other. So does the key of one park, which
 * does not say its address. The server says an address in part.
 */
export async function keepOwnLink(email: string): Promise<void> {
  const token = readTabValue(KEY)
  if (token === null) return
  const caller = callerOfMail(token)
  const isOwn =
    !caller.opensOnePark &&
    (await request(waysOfLink, '/notifications/ways', { caller }).then(
      (ways) => ways.email.address === maskAddress(email),
      () => false,
    ))
  if (!isOwn && readTabValue(KEY) === token) removeTabValue(KEY)
}
