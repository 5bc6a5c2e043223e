import type { GoTrueCode } from '@walkon/contracts/http/problem-codes'
import { HttpResponse } from 'msw'

/** A refusal as GoTrue words it. */
export function gotrueRefusal(status: number, code: GoTrueCode, message: string) {
  return HttpResponse.json(
    { code, message },
    { status, headers: { 'x-supabase-api-version': '2024-01-01', 'x-sb-error-code': code } },
  )
}

/** An access token as the browser reads it; its signature is none. */
export const accessToken = (count: number, aal = 'aal1', method = 'password') =>
  ['{"alg":"EdDSA"}', JSON.stringify({ aal, amr: [{ method }], session_id: `s${count}` }), 'signature']
    .map(toBase64Url)
    .join('.')

const toBase64Url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
