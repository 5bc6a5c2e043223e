import { dataExport, type DataExport } from '@walkon/contracts/http/data-export'
import { numberList, sessionList } from '@walkon/contracts/http/identity'
import { SERVICES, type ServiceName } from '@walkon/contracts/services'
import { queryOptions } from '@tanstack/react-query'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { unknown } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'

/** Everything the account page asks the services. */

export const sessionsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['sessions', caller.key],
    queryFn: ({ signal }) => request(sessionList, '/identity/sessions', { caller, signal }),
  })

export function endSession(caller: Caller, id: string) {
  return request(unknown(), `/identity/sessions/${id}`, { method: 'DELETE', caller })
}

/** Ends the links of all mails so far, in every service. */
export function endLinks(caller: Caller) {
  return request(unknown(), '/identity/account/links/end', { method: 'POST', caller })
}

export const numbersQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['numbers', caller.key],
    queryFn: ({ signal }) => request(numberList, '/identity/numbers', { caller, signal }),
  })

/** Without a proof identity asks for a recent sign-in: `reauthentication_needed`. */
export function turnOnTextSignIn(caller: Caller, number: string, proof?: OwnerProof) {
  const body = { number, ...(proof && toProof(proof)) }
  return request(unknown(), '/identity/sign-in-number', { method: 'PUT', body, caller })
}

export function turnOffTextSignIn(caller: Caller) {
  return request(unknown(), '/identity/sign-in-number', { method: 'DELETE', caller })
}

const toProof = (proof: OwnerProof) => ('nonce' in proof ? proof : { password: proof.currentPassword })

export function deleteAccount(caller: Caller, proof: OwnerProof) {
  return request(unknown(), '/identity/account/deletion', { method: 'POST', body: toProof(proof), caller })
}

/** A service that keeps something of a visitor, by the last part of its address. */
export type Keeper = {
  [Name in ServiceName]: (typeof SERVICES)[Name] extends {
    keepsPersonalData: true
    address: `/api/${infer Part}`
  }
    ? Part
    : never
}[ServiceName]

/** From the registry of services: a service that comes to keep personal data is part of the file. */
export const KEEPERS = Object.values(SERVICES)
  .filter(({ keepsPersonalData }) => keepsPersonalData)
  .map(({ address }) => address.replace('/api/', '') as Keeper)

export type ExportFile = { exportedAt: string; missing: Keeper[]; data: Partial<Record<Keeper, DataExport>> }

/** Asks every keeper. A service that cannot answer now is named in the file, so that the file does not look complete. */
export async function exportData(caller: Caller, now: Date): Promise<ExportFile> {
  const answers = await Promise.allSettled(
    KEEPERS.map((keeper) => request(dataExport, `/${keeper}/export`, { caller })),
  )
  const data: ExportFile['data'] = {}
  const missing: Keeper[] = []
  for (const [at, keeper] of KEEPERS.entries()) {
    const answer = answers[at]
    if (answer?.status === 'fulfilled') data[keeper] = answer.value
    else missing.push(keeper)
  }
  return { exportedAt: now.toISOString(), missing, data }
}
