import { dictionary } from '@zxcvbn-ts/language-common'

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 256

/** GoTrue's words for it. */
export type Weakness = 'length' | 'pwned'

/** Eighteen thousand passwords that attackers try first. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_LENGTH),
)

/** Why nobody should have this password; empty if it will do. No rules about its characters: they help nobody. */
export function findWeaknesses(password: string, email: string): Weakness[] {
  const length = Array.from(password).length
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) return ['length']
  return isCommon(password.toLowerCase(), email) ? ['pwned'] : []
}

/** A common one, also with figures or signs after it; or what anybody knows of this account. */
function isCommon(password: string, email: string): boolean {
  const stem = password.replace(/[\d\W_]+$/, '')
  const [name = ''] = email.split('@')
  const obvious = [email, name, 'walkon', 'password']
  return (
    COMMON.has(password) ||
    obvious.includes(password) ||
    (stem.length > 0 && obvious.includes(stem)) ||
    isMonotonous(password)
  )
}

/** One character over and over. */
const isMonotonous = (password: string) => new Set(password).size === 1
