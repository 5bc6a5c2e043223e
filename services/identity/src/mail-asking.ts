import type { Database } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import type { Settings } from './config.ts'
import { insertMailRequest, type MailRequestRow } from './db/mail-requests.ts'
import type { MailRequestKind } from './domain/one-time-token.ts'
import { decideRedirect } from './domain/redirect.ts'

/** What a client says of the link it wants. */
export type LinkWish = {
  redirect_to?: string | undefined
  code_challenge?: string | null | undefined
  code_challenge_method?: 's256' | 'plain' | null | undefined
}

export type MailAsking = {
  toRequest(kind: MailRequestKind, email: string, wish: LinkWish): MailRequestRow
  ask(kind: MailRequestKind, email: string, wish: LinkWish, mayCreate?: boolean): Promise<void>
}

export function createMailAsking(db: Database, settings: Settings, now: () => Date): MailAsking {
  const allowed = [settings.PUBLIC_URL, ...settings.REDIRECT_URLS]
  const toRequest: MailAsking['toRequest'] = (kind, email, wish) => ({
    id: randomUUID(),
    kind,
    email,
    signUpId: null,
    redirectTo: decideRedirect(wish.redirect_to, allowed),
    codeChallenge: wish.code_challenge ?? null,
    codeChallengeMethod: wish.code_challenge ? (wish.code_challenge_method ?? 'plain') : null,
    mayCreate: false,
    createdAt: now(),
  })
  return {
    toRequest,
    ask: (kind, email, wish, mayCreate = false) =>
      db.transaction((tx) => insertMailRequest(tx, { ...toRequest(kind, email, wish), mayCreate })),
  }
}
