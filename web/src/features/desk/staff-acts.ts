import { role as roles, type Role } from '@walkon/contracts/http/identity'
import { z } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'
import type { Act } from './act.ts'
import type { Visitor } from './visitor.ts'

/** Lists the acts on an account that admins alone decide: its roles, and the way back for who has lost the second factor. */
export function listStaffActs(caller: Caller, { userId, email, account, secondFactors }: Visitor): Act[] {
  if (userId === null || account === null) return []
  const owner = { userId, email }
  const held = new Set(account.app_metadata.roles)
  return [
    ...roles.options.map((role) =>
      held.has(role) ? revoke(caller, owner, role) : grant(caller, owner, role),
    ),
    ...(secondFactors.length > 0 ? [removeFactors(caller, owner)] : []),
  ]
}

type Owner = { userId: string; email: string }

const change = (caller: Caller, method: 'PUT' | 'DELETE', userId: string, of: string) =>
  request(z.null(), `/identity/users/${userId}/${of}`, { method, caller })

const MAY: Record<Role, string> = {
  admin: 'everything that the rooms of the desk offer, and grant roles',
  moderator: 'decide suggestions and reported reviews',
  support: 'find visitors and put things right at the desk',
}

const grant = (caller: Caller, { userId, email }: Owner, role: Role): Act => ({
  name: `Grant the role ${role}`,
  confirms: () => `Grant ${role} to ${email}`,
  text: `The account may ${MAY[role]}, once it has shown a second factor and its session is renewed: within five minutes. All admins and its owner are told.`,
  hasNoReason: true,
  send: () => change(caller, 'PUT', userId, `roles/${role}`),
})

const revoke = (caller: Caller, { userId, email }: Owner, role: Role): Act => ({
  name: `Revoke the role ${role}`,
  confirms: () => `Revoke ${role} from ${email}`,
  text: `The account may no longer ${MAY[role]}, from its next request on. Its owner is told.`,
  hasNoReason: true,
  send: () => change(caller, 'DELETE', userId, `roles/${role}`),
})

const removeFactors = (caller: Caller, { userId, email }: Owner): Act => ({
  name: 'Remove the second factor',
  confirms: () => `Remove the second factor of ${email}`,
  text: 'For an owner who lost the authenticator app. All sessions of the account end, and a mail tells its owner. Make sure first that the owner asks.',
  hasNoReason: true,
  send: () => change(caller, 'DELETE', userId, 'factors'),
})
