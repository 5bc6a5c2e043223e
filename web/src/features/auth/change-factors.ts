import { ApiError } from '../../lib/api.ts'
import { fetchWithCookie } from './fetch-with-cookie.ts'

export type NewFactor = { id: string; secret: string; qrCodeUrl: string }

type Enrolled = { id: string; totp: { qr_code: string; secret: string } }

/** Without `currentPassword` identity asks for a recent sign-in: `reauthentication_needed`. */
export async function enrollFactor(
  token: string,
  friendlyName: string,
  currentPassword?: string,
): Promise<NewFactor> {
  const { id, totp } = (await send('POST', '/factors', token, {
    factor_type: 'totp',
    friendly_name: friendlyName,
    issuer: 'Walkon',
    ...(currentPassword !== undefined && { current_password: currentPassword }),
  })) as Enrolled
  // Unescaped, a colour written as #000 would end the address.
  return { id, secret: totp.secret, qrCodeUrl: `data:image/svg+xml,${encodeURIComponent(totp.qr_code)}` }
}

/** As above; a factor that was never verified needs no proof. */
export async function removeFactor(token: string, id: string, currentPassword?: string): Promise<void> {
  await send('DELETE', `/factors/${id}`, token, {
    ...(currentPassword !== undefined && { current_password: currentPassword }),
  })
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
