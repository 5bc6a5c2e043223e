export const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 256

/** GoTrue's names of the reasons. */
export type Weakness = 'length' | 'pwned'

/**
 * Why an account must not have this password; empty for one that will do. There are no rules about its characters,
 * because they make no password harder to guess. `common` are the lower-cased passwords that attackers try first.
 */
export function findWeaknesses(password: string, email: string, common: ReadonlySet<string>): Weakness[] {
  const length = Array.from(password).length
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) return ['length']
  return isTriedFirst(password.toLowerCase(), email, common) ? ['pwned'] : []
}

/** A common password, or a publicly known word of this account, also with digits or signs after it. */
function isTriedFirst(password: string, email: string, common: ReadonlySet<string>): boolean {
  const stem = password.replace(/[\d\W_]+$/, '')
  const [name = ''] = email.split('@')
  const obvious = [email, name, 'walkon', 'password']
  return (
    common.has(password) ||
    obvious.includes(password) ||
    (stem.length > 0 && obvious.includes(stem)) ||
    isMonotonous(password)
  )
}

/** One character over and over. */
const isMonotonous = (password: string) => new Set(password).size === 1
