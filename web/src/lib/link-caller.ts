import { opensOnePark } from '@walkon/contracts/link-scope'
import type { Caller } from './api.ts'

/** The holder of a mail's manage token: there is no other token to be had. */
export const callerOfMail = (token: string): Caller => ({
  key: token,
  token: () => Promise.resolve(token),
  opensOnePark: opensOnePark(token),
})
