import { catch as otherwise, minLength, object, overwrite, refine, regex, string } from 'zod/mini'
import { toAddressEntry, toCodeEntry } from '@walkon/contracts/pasted-text'
import { isOpenName } from '@walkon/contracts/public-name'
import { toLine } from '@walkon/contracts/plain-text'
import { toPhoneNumber } from '@walkon/contracts/phone-number'
import type { EntryProblem } from './entry-texts.ts'
import { isEmail } from './email.ts'

/** The entries of forms. The message of a check is the key of its words; the server looks closer. */

const MIN_PASSWORD_LENGTH = 8

const problem = (key: EntryProblem) => ({ error: key })

export const emailEntry = () => string().check(overwrite(toAddressEntry), refine(isEmail, problem('email')))
/** As people write it; sent in E.164. */
export const phoneEntry = () =>
  string().check(
    overwrite((entered) => toPhoneNumber(entered) ?? entered),
    refine((entered) => toPhoneNumber(entered) !== null, problem('phone')),
  )
export const passwordEntry = () => string().check(minLength(1, problem('password')))
export const newPasswordEntry = () => string().check(minLength(MIN_PASSWORD_LENGTH, problem('newPassword')))
export const nameEntry = (key: 'name' | 'fullName') =>
  string().check(overwrite(toLine), minLength(1, problem(key)))
/** Empty also where the form shows no input for it. */
export const optionalEntry = () => otherwise(string().check(overwrite(toLine)), '')

/** The name under reviews; empty for “Anonymous”. */
export const displayNameEntry = () => optionalEntry().check(refine(isOpenName, problem('displayName')))

/** Another address than the present one. */
export const otherEmailEntry = (present: string) =>
  emailEntry().check(
    refine((entered) => entered.toLowerCase() !== present.toLowerCase(), problem('otherEmail')),
  )

/** Six digits as people copy them, with a space or a dash in the middle. */
export const codeForm = object({
  code: string().check(
    overwrite((entered) => toCodeEntry(entered).replaceAll('-', '')),
    regex(/^\d{6}$/, problem('code')),
  ),
})
