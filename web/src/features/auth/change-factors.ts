import { ApiError } from '../../lib/api.ts'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { fetchWithCookie } from './fetch-with-cookie.ts'

export type NewFactor = { id: string; secret: string; qrCodeUrl: string }

type Enrolled = { id: string; totp: { qr_code: string; secret: string } }

/** Without a proof identity asks for a recent sign-in: `reauthentication_needed`. */
export async function enrollFactor(
  token: string,
  friendlyName: string,
  proof?: OwnerProof,
): Promise<NewFactor> {
  const { id, totp } = (await send('POST', '/factors', token, {
    factor_type: 'totp',
    friendly_name: friendlyName,
    issuer: 'Walkon',
    ...toProofFields(proof),
  })) as Enrolled
  // Unescaped, a colour written as #000 would end the address.
  return { id, secret: totp.secret, qrCodeUrl: `data:image/svg+xml,${encodeURIComponent(totp.qr_code)}` }
}

/** Removes a factor, as above; one that was never verified needs no proof. */
export async function removeFactor(token: string, id: string, proof?: OwnerProof): Promise<void> {
  await send('DELETE', `/factors/${id}`, token, toProofFields(proof))
}

/** The fields by which identity's calls take a proof. */
export function toProofFields(proof?: OwnerProof) {
  if (!proof) return {}
  return 'nonce' in proof ? { nonce: proof.nonce } : { current_password: proof.currentPassword }
}

/** auth-js sends no proof with these calls. */
async function send(method: string, path: string, token: string, body: object): Promise<unknown> {
  const response = await fetchWithCookie(`${location.origin}/auth/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new ApiError(0, 'unreachable', String(error))
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer
  const { code, message } = (answer ?? {}) as { code?: string; message?: string }
  throw new ApiError(response.status, code ?? 'internal', message ?? '')
}
