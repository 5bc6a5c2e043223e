import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@walkon/service/errors'
import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'

/** OWASP's parameters for one pass of Argon2id, the library's default: 26 ms and 46 MiB. */
export const HASH_OPTIONS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const

export type Passwords = {
  hash(password: string): Promise<string>
  /** The same work for a null hash, so that time does not tell whether there is an account. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
  /** True if a hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean
}

export type PasswordOptions = { concurrency: number; queue: number }

/** Hashing is bounded in number, and so in memory; beyond the queue it refuses at once, so that no request waits long. */
export function createPasswords({ concurrency, queue }: PasswordOptions): Passwords {
  const limit = pLimit(concurrency)
  const decoy = hash(randomBytes(32), HASH_OPTIONS)

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (limit.pendingCount >= queue)
      throw new AppError('over_request_rate_limit', 'We are busy for a moment. Please try again.', {
        retryAfterSeconds: 2,
      })
    return limit(work)
  }

  return {
    hash: async (password) => inTurn(() => hash(normalise(password), HASH_OPTIONS)),
    verify: async (passwordHash, password) => {
      const isRight = await inTurn(async () => verify(passwordHash ?? (await decoy), normalise(password)))
      return passwordHash !== null && isRight
    },
    isOutdated: (passwordHash) =>
      !passwordHash.startsWith(
        `$argon2id$v=19$m=${HASH_OPTIONS.memoryCost},t=${HASH_OPTIONS.timeCost},p=${HASH_OPTIONS.parallelism}$`,
      ),
  }
}

/** Unicode NFKC: the same characters, however a keyboard composes them, are the same password. */
const normalise = (password: string) => password.normalize('NFKC')
