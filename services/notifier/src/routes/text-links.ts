import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import type { Database } from '@walkon/service/database'
import { problems } from '@walkon/contracts/http/problem'
import { tooManyRequests } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import type { SealedTokens } from '@walkon/service/sealed-tokens'
import { z } from 'zod'
import { openTextLink, type OpenedLink } from '../use-cases/texts/open-text-link.ts'

export type TextLinkOptions = { db: Database; cache: Cache; manageTokens: SealedTokens; now: () => Date }

const params = z.object({ code: z.string().max(64) })

/** Codes of one client network that open nothing. */
const MISSES: Allowance = { limit: 30, windowSeconds: 600 }

/** The short link of a text. It leads to the board at the ride, or of the park, in the browser, and keeps no trace of the code. */
export async function textLinkRoutes(
  app: HttpApp,
  { db, cache, manageTokens, now }: TextLinkOptions,
): Promise<void> {
  const misses = createAttemptLimit(cache, now)

  app.get(
    '/t/:code',
    {
      config: { access: 'public' },
      schema: {
        params,
        response: { 302: z.null(), ...problems('too-many-requests') },
        summary: 'Open the link of a text message',
        operationId: 'openTextLink',
        tags: ['text-links'],
        success:
          'Redirects to the board at the ride of the alert, or of the park, with a key to its alerts; without one to the questions and answers for a text of no alert, and to a page that says so where the code is not known.',
      },
    },
    async (request, reply) => {
      const key = `text-link:${clientNetwork(request.ip)}`
      const waitSeconds = await misses.check(key, MISSES)
      if (waitSeconds !== null) throw tooManyRequests('text-link', waitSeconds)
      const opened = await openTextLink(db, manageTokens, request.params.code, now())
      if (!opened) await misses.spend(key, MISSES)
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex')
        .redirect(toPage(opened), 302)
    },
  )
}

/**
 * Returns the page that mails and pushes link to: the board at the ride, or of the park if the text names several. A text of no alert (a
 * question, HELP) leads to what we are and how texts end. An unknown code is of a text that is too old.
 */
function toPage(opened: OpenedLink | 'of-no-alert' | null): string {
  if (opened === null) return '/manage-alerts?link=text'
  if (opened === 'of-no-alert') return '/faq'
  const { token, parkId: park, rideId: ride } = opened
  return `/live-wait-times?${new URLSearchParams({ park, ...(ride !== null && { ride }), token }).toString()}`
}
