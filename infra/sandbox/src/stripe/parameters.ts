import qs from 'qs'
import { z, type ZodError } from 'zod'
import { StripeError } from './errors.ts'

/** `a[b][0][c]=d`, as every client of Stripe writes bodies and queries. */
export const parseForm = (text: string): unknown => qs.parse(text, { depth: 10, arrayLimit: 1_000 })

/** The parameters that a route documents, and no others. Throws Stripe's refusal. */
export function readParameters<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  throw toRefusal(parsed.error)
}

function toRefusal({ issues }: ZodError): StripeError {
  const [issue] = issues
  if (!issue) return new StripeError('Invalid request.')
  const param = toName(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = toName([...issue.path, issue.keys[0] ?? ''])
    return new StripeError(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  }
  return issue.input === undefined
    ? new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
    : new StripeError(`Invalid ${param}: ${issue.message}`, { param })
}

const toName = ([first = '', ...rest]: PropertyKey[]) =>
  `${String(first)}${rest.map((part) => `[${String(part)}]`).join('')}`

export const wholeNumber = z
  .string()
  .regex(/^-?\d+$/, 'must be an integer')
  .transform(Number)
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, 'may have 50 keys at most')
export const expand = z.array(z.string()).default([])

const range = z
  .strictObject({ gt: wholeNumber, gte: wholeNumber, lt: wholeNumber, lte: wholeNumber })
  .partial()

/** The parameters of every list. */
export const listParameters = z.strictObject({
  limit: wholeNumber.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: range.optional(),
  expand,
})
export type ListParameters = z.output<typeof listParameters>
