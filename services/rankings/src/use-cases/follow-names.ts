import { holdUsers } from '@walkon/runtime/erased-users'
import type { Transaction } from '@walkon/service/database'
import { saveNames, type DisplayName } from '../db/display-names.ts'
import { toSignature } from '../domain/signature.ts'

/** Keeps the newest display name of each user, oldest first. An account that is erased has none. */
export async function followNames(tx: Transaction, names: DisplayName[]): Promise<void> {
  const signatures = names.map((named) => ({ ...named, name: toSignature(named.name) }))
  const newest = new Map(signatures.map((named) => [named.userId, named]))
  const known = await holdUsers(tx, [...newest.keys()])
  await saveNames(
    tx,
    known.flatMap((userId) => newest.get(userId) ?? []),
  )
}
