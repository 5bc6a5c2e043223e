import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { listPushable } from '../../db/push/devices.ts'

/** The visitor's devices, and whether alerts go to them in place of the email. */
export type PushWays = { devices: string[]; replacesEmail: boolean }

export type PushRules = {
  /** False stops all pushes at once. */
  isOn: boolean
  /** An email that push replaces goes after so long, if no device has accepted. */
  fallbackSeconds: number
}

const NONE: PushWays = { devices: [], replacesEmail: false }

/** Finds the devices that reach the visitors with these addresses. */
export async function findPushable(
  tx: Transaction,
  emails: string[],
  { isOn }: PushRules,
): Promise<(email: string) => PushWays> {
  if (!isOn || emails.length === 0) return () => NONE
  const rows = await listPushable(tx, [...new Set(emails.map(hashAddress))])
  const byHash = new Map(rows.map(({ emailHash, ...ways }) => [emailHash, ways]))
  return (email) => byHash.get(hashAddress(email)) ?? NONE
}
