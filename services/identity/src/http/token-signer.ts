import { ACCESS_TOKEN_TYPE } from '@walkon/service/access-tokens'
import type { HttpApp } from '@walkon/service/http'
import type { SessionDeps } from '../use-cases/sessions/issue-session.ts'

const header = { typ: ACCESS_TOKEN_TYPE, alg: 'EdDSA' }

/** Access tokens are signed by the plugin that checks them. */
export const createTokenSigner =
  (app: HttpApp): SessionDeps['signToken'] =>
  (claims, { keyId: kid, privateKey: key }) =>
    app.jwt.sign(claims, { algorithm: 'EdDSA', key, kid, header })
