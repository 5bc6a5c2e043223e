import { signingKeys } from '@walkon/runtime/signing-keys'
import { ACCESS_TOKEN_AUDIENCE, ACCESS_TOKEN_TYPE, type Assurance } from '@walkon/service/access-tokens'
import type { Database } from '@walkon/service/database'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'

/** The claims of a test token. Any of them can be wrong, for tests of a refusal. */
export type TestAccount = {
  email: string
  userId?: string
  sessionId?: string
  displayName?: string
  roles?: ('admin' | 'moderator' | 'support')[]
  aal?: Assurance
  aalRequired?: Assurance
  /** When a token of two factors says that the code was shown; when it was issued, unless it is given. */
  factorShownAt?: Date
  /** Now, unless it is given. The token names the second in which this instant lies, as every JWT does. */
  issuedAt?: Date
  expiresInSeconds?: number
  issuer?: string
  audience?: string
  keyId?: string
  type?: string
}

export type TestSigner = ReturnType<typeof createTestSigner>

/** Signs access tokens as identity does, with a key of its own. */
export function createTestSigner(issuer: string) {
  const keyId: string = randomUUID()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')

  function tokenFor(account: TestAccount): string {
    const head = { alg: 'EdDSA', typ: account.type ?? ACCESS_TOKEN_TYPE, kid: account.keyId ?? keyId }
    const signed = `${toPart(head)}.${toPart(toClaims(account, issuer))}`
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
  }

  return {
    keyId,
    /** PEM, as in SigningKeyPublished. */
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    tokenFor,
    headersFor: (account: TestAccount) => ({ authorization: `Bearer ${tokenFor(account)}` }),
  }
}

/** A signer whose key the service accepts: it is in its table of signing keys. */
export async function createTestAccounts(db: Database, issuer: string): Promise<TestSigner> {
  const signer = createTestSigner(issuer)
  await db.insert(signingKeys).values({ keyId: signer.keyId, publicKey: signer.publicKey })
  return signer
}

const toPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function toClaims(account: TestAccount, issuer: string) {
  const issuedAt = Math.floor((account.issuedAt?.getTime() ?? Date.now()) / 1000)
  return {
    sub: account.userId ?? randomUUID(),
    aud: account.audience ?? ACCESS_TOKEN_AUDIENCE,
    iss: account.issuer ?? issuer,
    iat: issuedAt,
    exp: issuedAt + (account.expiresInSeconds ?? 900),
    email: account.email,
    session_id: account.sessionId ?? randomUUID(),
    role: 'authenticated',
    aal: account.aal ?? 'aal1',
    amr: [
      { method: 'password', timestamp: issuedAt },
      ...(account.aal === 'aal2'
        ? [
            {
              method: 'totp',
              timestamp: Math.floor((account.factorShownAt?.getTime() ?? issuedAt * 1000) / 1000),
            },
          ]
        : []),
    ],
    app_metadata: {
      provider: 'email',
      providers: ['email'],
      roles: account.roles ?? [],
      aal_required: account.aalRequired ?? 'aal1',
    },
    user_metadata: account.displayName === undefined ? {} : { display_name: account.displayName },
  }
}
