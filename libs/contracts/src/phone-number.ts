import { z } from 'zod/mini'
import { toDialed } from './pasted-text.ts'

/** The country code twice, as a form with a code in front brings it: no US number begins with 1. */
const CODE_TWICE = /^\+?1(?=1[2-9]\d{9}$)/
const PHONE = /^(\+[1-9]\d{6,14}|1?[2-9]\d{9})$/

/**
 * The number that a visitor typed or pasted, in E.164; null if it is none. Core, section 5: digits only, with an optional plus. Spaces,
 * dashes and brackets are left out; without a plus it is a US number. A US code that stands twice is one.
 */
export function toPhoneNumber(text: string): string | null {
  const digits = toDialed(text).replace(CODE_TWICE, '+')
  if (!PHONE.test(digits)) return null
  return digits.startsWith('+') ? digits : `+${digits.length === 10 ? '1' : ''}${digits}`
}

export const phoneNumber = z.pipe(
  z
    .string()
    .check(
      z.refine((text) => toPhoneNumber(text) !== null, 'Please enter a valid phone number for SMS alerts.'),
    ),
  z.transform((text) => toPhoneNumber(text) ?? text),
)
