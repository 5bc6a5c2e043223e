/** The part of the package that the sandbox uses; it ships no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Parameters = { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }

  /** Throws for a payload that was not encrypted for this key. */
  export function decrypt(body: Buffer, parameters: Parameters): Buffer
}
