import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'

export type KeyPair = {
  keyId: string
  /** PEM. */
  publicKey: string
  /** PEM. */
  privateKey: string
}

/** An Ed25519 key pair, which signs access tokens. */
export function newKeyPair(): KeyPair {
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const keyId = createHash('sha256').update(pair.publicKey).digest('base64url').slice(0, 16)
  return { keyId, ...pair }
}

/** A public key as a JSON Web Key (RFC 8037). */
export function toJwk(keyId: string, publicKey: string) {
  const { kty, crv, x } = createPublicKey(publicKey).export({ format: 'jwk' })
  return { kty, crv, x, kid: keyId, alg: 'EdDSA', use: 'sig', key_ops: ['verify'] }
}
