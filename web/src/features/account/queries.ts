import { dataExport } from '@walkon/contracts/http/data-export'
import { numberList, sessionList } from '@walkon/contracts/http/identity'
import { queryOptions } from '@tanstack/react-query'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { unknown } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'
import { gatherExport, type ExportFile } from '../../lib/keepers.ts'

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

/** Asks every keeper. A service that cannot answer now is named in the file, so that the file does not look complete. */
export const exportData = (caller: Caller, now: Date): Promise<ExportFile> =>
  gatherExport((keeper) => request(dataExport, `/${keeper}/export`, { caller }), now)
