import { z } from 'zod'
import { AppError } from './errors.ts'

/** True if an address may be mailed. */
export type AllowedEmails = (email: string) => boolean

const ITEM = /^(\*|[^\s@]*@[^\s@]+)$/

/**
 * `ALLOWED_EMAILS`: addresses, and exact domains as `@example.org`, separated by commas, in any case; `*` is everybody. The same value is
 * given to every service that asks: each refuses at its form, and notifier, which sends all mail, once more.
 */
export const allowedEmails = z
  .string()
  .default('*')
  .transform((text, context): AllowedEmails => {
    const items = text.split(',').map((item) => item.trim().toLowerCase())
    if (items.every((item) => ITEM.test(item))) return toAllowed(new Set(items))
    context.addIssue({
      code: 'custom',
      message: 'must be addresses, domains as @example.org, or *, with commas between them',
    })
    return z.NEVER
  })

const toAllowed = (items: Set<string>): AllowedEmails =>
  items.has('*')
    ? () => true
    : (email) => {
        const address = email.trim().toLowerCase()
        return items.has(address) || items.has(address.slice(address.lastIndexOf('@')))
      }

/** Throws `address-not-allowed`. */
export function demandAllowed(mayBeMailed: AllowedEmails, email: string): void {
  if (mayBeMailed(email)) return
  throw new AppError(
    'address-not-allowed',
    'This installation writes to the addresses of its operator’s list alone',
  )
}
