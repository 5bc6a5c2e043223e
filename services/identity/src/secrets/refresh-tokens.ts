import type { Mac } from './macs.ts'

/** The session a refresh token belongs to, and its number in that family. */
export type RefreshToken = { sessionId: string; counter: number }

const ID_BYTES = 16
const BODY_BYTES = ID_BYTES + 4
const MAC_BYTES = 32

/**
 * A refresh token names its session and its number in it. Its signing key is not in the database: a reader of the table can make none. A
 * client that lost the answer with the newest one can be given it again.
 */
export function writeRefreshToken(mac: Mac, { sessionId, counter }: RefreshToken): string {
  const body = Buffer.alloc(BODY_BYTES)
  body.write(sessionId.replaceAll('-', ''), 'hex')
  body.writeUInt32BE(counter, ID_BYTES)
  return Buffer.concat([body, mac.sign(body)]).toString('base64url')
}

/** Null for a token that identity did not sign. */
export function readRefreshToken(mac: Mac, token: string): RefreshToken | null {
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, BODY_BYTES)
  if (bytes.length !== BODY_BYTES + MAC_BYTES || !mac.verify(body, bytes.subarray(BODY_BYTES))) return null
  const id = body.toString('hex', 0, ID_BYTES)
  const sessionId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { sessionId, counter: body.readUInt32BE(ID_BYTES) }
}
