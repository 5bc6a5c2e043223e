import { z } from 'zod/mini'
import { toAddressEntry } from './pasted-text.ts'

/** An email address as typed or pasted by a visitor, normalised as it is stored: without marks around it and in lower case. Not part of the browser's first load. */
export const emailAddress = z.pipe(
  z.string().check(z.overwrite(toAddressEntry), z.toLowerCase()),
  z.email('Invalid email format').check(z.maxLength(254)),
)
