import { z } from 'zod/mini'
import { toText } from '../plain-text.ts'

/** A visitor's text of several lines. Empty for a text that shows nothing. */
export const writtenText = (most: number) => z.string().check(z.overwrite(toText), z.maxLength(most))

/** Null where nothing was entered. */
export const optionalText = (most: number) =>
  z.pipe(
    z.optional(z.nullable(writtenText(most))),
    z.transform((text) => text || null),
  )
