import { ACCOUNT_FORM_TEXTS } from './account-texts.ts'
import { isEmail } from './email.ts'
import type { ProblemText } from './problem-texts.ts'

/** What is wrong with an entry, if anything: the rules that the forms of an account share. The server looks closer. */

const MIN_PASSWORD_LENGTH = 8
const SIX_DIGITS = /^\d{6}$/

/** The entries' problems, without those that have none. */
export function problemsIn<Field extends string>(
  checks: Record<Field, ProblemText | undefined>,
): Partial<Record<Field, ProblemText>> {
  const found = Object.entries(checks).filter(([, problem]) => problem !== undefined)
  return Object.fromEntries(found) as Partial<Record<Field, ProblemText>>
}

export const checkEmail = (value: string) => (isEmail(value) ? undefined : ACCOUNT_FORM_TEXTS.email)
export const checkPassword = (value: string) => (value === '' ? ACCOUNT_FORM_TEXTS.password : undefined)
export const checkNewPassword = (value: string) =>
  value.length < MIN_PASSWORD_LENGTH ? ACCOUNT_FORM_TEXTS.newPassword : undefined
export const checkCode = (value: string) =>
  SIX_DIGITS.test(toDigits(value)) ? undefined : ACCOUNT_FORM_TEXTS.code

/** A code as people copy it, with a space in the middle. */
export const toDigits = (value: string): string => value.replaceAll(/\s/g, '')
