import type { GoTrueCode } from '@walkon/contracts/http/problem-codes'
import { hashAddress } from '@walkon/service/address-hash'
import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { AppError } from '@walkon/service/errors'
import type { CountLimitHit } from '@walkon/service/limits-hit'
import type { Settings } from '../config.ts'

/** `client` is the address that asks, `device` the account that this browser has proved to know, if any. */
export type Asker = { client: string; device: string | null }

/**
 * Limits on guesses of passwords and codes, and on mails. None locks the owner of an account out. A browser in which the account was used
 * has tries of its own, and the links of mails always work.
 */
export type Limits = {
  /** Counts a given proof of a signed-in owner as a try at the password; a stolen access token has tries of its own. */
  proof(asker: Asker, user: { id: string; email: string }): Promise<void>
  signIn(client: string, email: string, device: string | null): Promise<void>
  signedIn(email: string, device: string | null): Promise<void>
  signUp(client: string): Promise<void>
  /**
   * The same for addresses with and without an account; a browser that knows the account has mails of its own. Each kind is counted, and all kinds
   * together: twice as many in an hour, four times in a day.
   */
  mail(client: string, kind: string, email: string, device?: string | null): Promise<void>
  /** Codes by text, the same for numbers that sign in and others: they use up what a number gets in a day. */
  text(client: string, number: string, device: string | null): Promise<void>
  /** Mails to the current address about a change of it, all new addresses together. */
  emailChange(userId: string): Promise<void>
  code(client: string): Promise<void>
  /** Codes of an authenticator app; a client that can try them knows the password already. */
  factor(factorId: string, device: string | null): Promise<void>
  /** Counts a code, and returns true once a day: after more than twenty codes the owner gets a mail. */
  isFactorGuessed(factorId: string): Promise<boolean>
}

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

export function createLimits(
  cache: Cache,
  settings: Settings,
  now: () => Date,
  countHit: CountLimitHit,
): Limits {
  const tries = createAttemptLimit(cache, now)
  const spend = createSpend(tries, countHit)
  const perAccount = { limit: settings.SIGN_INS_PER_ACCOUNT, windowSeconds: 15 * MINUTE }
  const perClient = (limit: number): Allowance => ({ limit, windowSeconds: 5 * MINUTE })
  const mailsPerHour = { limit: settings.MAILS_PER_ADDRESS, windowSeconds: 60 * MINUTE }

  /** One message in the interval, and so many in the window. */
  async function send(address: string, allowance: Allowance, tooMany: GoTrueCode): Promise<void> {
    if (settings.MAIL_INTERVAL_SECONDS > 0) {
      const once = { limit: 1, windowSeconds: settings.MAIL_INTERVAL_SECONDS }
      await spend(`${address}:interval`, once, tooMany)
    }
    await spend(address, allowance, tooMany)
  }

  async function signIn(client: string, email: string, device: string | null): Promise<void> {
    await spend(`sign-in:client:${clientNetwork(client)}`, perClient(settings.SIGN_INS_PER_CLIENT))
    await spend(account(email, device), perAccount)
  }

  return {
    signIn,
    proof: ({ client, device }, { id, email }) => signIn(client, email, device ?? `user:${id}`),
    signedIn: (email, device) => tries.restore(account(email, device), perAccount),
    signUp: (client) =>
      spend(`sign-up:client:${clientNetwork(client)}`, perClient(settings.SIGN_UPS_PER_CLIENT)),
    async mail(client, kind, email, device = null) {
      const tooMany = 'over_email_send_rate_limit'
      await spend(`mail:client:${clientNetwork(client)}`, perClient(settings.MAILS_PER_CLIENT), tooMany)
      const address = `mail:${kind}:${device ? `device:${device}` : hashAddress(email)}`
      await send(address, mailsPerHour, tooMany)
      const all = `mail-all:${device ? `device:${device}` : hashAddress(email)}`
      await spend(all, { limit: 2 * settings.MAILS_PER_ADDRESS, windowSeconds: 60 * MINUTE }, tooMany)
      await spend(`${all}:day`, { limit: 4 * settings.MAILS_PER_ADDRESS, windowSeconds: DAY }, tooMany)
    },
    async text(client, number, device) {
      const tooMany = 'over_sms_send_rate_limit'
      await spend(`text:client:${clientNetwork(client)}`, perClient(settings.MAILS_PER_CLIENT), tooMany)
      const address = `text:${device ? `device:${device}` : hashAddress(number)}`
      await send(address, { limit: settings.TEXTS_PER_NUMBER, windowSeconds: DAY }, tooMany)
    },
    emailChange: (userId) =>
      spend(`mail:email-change:user:${userId}`, mailsPerHour, 'over_email_send_rate_limit'),
    code: (client) => spend(`code:client:${clientNetwork(client)}`, perClient(settings.CODES_PER_CLIENT)),
    async factor(factorId, device) {
      const key = device ? `factor:${factorId}:device` : `factor:${factorId}`
      await spend(key, { limit: 20, windowSeconds: 5 * MINUTE })
      await spend(`${key}:day`, { limit: 100, windowSeconds: DAY })
    },
    async isFactorGuessed(factorId) {
      const many = { limit: 20, windowSeconds: DAY }
      if ((await tries.spend(`factor:${factorId}:guesses`, many)) === null) return false
      return (await tries.spend(`factor:${factorId}:told`, { limit: 1, windowSeconds: DAY })) === null
    },
  }
}

/** Where the tries at an account's password are counted. */
const account = (email: string, device: string | null) =>
  device ? `sign-in:device:${device}` : `sign-in:account:${hashAddress(email)}`

type Tries = ReturnType<typeof createAttemptLimit>

/** Counts, and throws beyond the allowance. */
function createSpend(tries: Tries, countHit: CountLimitHit) {
  return async function spend(
    key: string,
    allowance: Allowance,
    code: GoTrueCode = 'over_request_rate_limit',
  ): Promise<void> {
    const waitSeconds = await tries.spend(key, allowance)
    if (waitSeconds === null) return
    // The subject of the limit; the rest of the key names a client.
    countHit(key.split(':')[0] ?? key)
    const words =
      code !== 'over_request_rate_limit'
        ? `For security purposes, you can only request this after ${waitSeconds} seconds.`
        : 'Too many tries. Please wait a moment.'
    throw new AppError(code, words, { retryAfterSeconds: waitSeconds })
  }
}
