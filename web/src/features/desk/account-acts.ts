import { dataExport } from '@walkon/contracts/http/data-export'
import { z } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { gatherExport } from '../../lib/keepers.ts'
import { saveFile } from '../../lib/save-file.ts'
import { CONFIRM_NAME } from './act-names.ts'
import { IncompleteExport, sendAct, type Act } from './act.ts'
import type { Visitor } from './visitor.ts'

/** Lists the acts on a visitor's account and data; an admin's own are left out for support. */
export function listAccountActs(caller: Caller, visitor: Visitor, isAdmin: boolean): Act[] {
  const { userId, email, sessions } = visitor
  return [
    ...(userId !== null && sessions.length > 0 ? [signOut(caller, { userId, email })] : []),
    ...(isAdmin && userId === null ? [confirm(caller, email)] : []),
    ...(isAdmin ? [exportAll(caller, visitor), erase(caller, visitor)] : []),
  ]
}

const signOut = (caller: Caller, { userId, email }: { userId: string; email: string }): Act => ({
  name: 'Sign out everywhere',
  confirms: () => `Sign ${email} out everywhere`,
  text: 'The account is logged out everywhere within five minutes.',
  send: ({ reason }) => sendAct(caller, z.null(), `/identity/users/${userId}/sessions/end`, { reason }),
})

const confirm = (caller: Caller, email: string): Act => ({
  name: CONFIRM_NAME,
  confirms: () => `Confirm ${email}`,
  text: 'The sign-up that waits for its mail becomes an account, with the password that was chosen. Make sure first that the address is the visitor’s.',
  send: ({ reason }) => sendAct(caller, z.null(), '/identity/visitors/confirm', { email, reason }),
})

type Person = Pick<Visitor, 'email' | 'userId'>

const exportAll = (caller: Caller, { email, userId }: Person): Act => ({
  name: 'Export all data',
  confirms: () => `Export all data of ${email}`,
  text: 'Everything we keep about the visitor is saved to one file on this computer. Give it only to the visitor.',
  async send({ reason }) {
    const now = new Date()
    const ask = (keeper: string) =>
      sendAct(caller, dataExport, `/${keeper}/visitors/export`, { email, userId, reason })
    const file = await gatherExport(ask, now)
    if (file.missing.length > 0) throw new IncompleteExport(file.missing)
    saveFile(`visitor-${now.toISOString().slice(0, 10)}.json`, JSON.stringify(file, null, 2))
  },
})

const erase = (caller: Caller, { email, userId }: Person): Act => ({
  name: 'Erase the visitor',
  confirms: () => `Erase ${email}`,
  text: 'The account is deleted, its plan and passes end, and each service erases what it keeps of the address. Nothing is paid back by itself. This cannot be undone.',
  typed: email,
  endsVisitor: true,
  send: ({ reason }) => sendAct(caller, z.null(), '/identity/visitors/erase', { email, userId, reason }),
})
