import type { ProblemCode } from '@walkon/contracts/http/problem-codes'
import { ApiError } from '../../lib/api.ts'
import { isEmail } from '../../lib/email.ts'
import { FORM_TEXTS, problemText, type ProblemText } from '../../lib/problem-texts.ts'

/** What a visitor has entered so far. Nothing that fails empties it. */
export type Draft = { email: string; dates: string[]; promoCode: string }

export type DraftField = 'parkId' | 'dates' | 'email' | 'promoCode'
export type DraftProblems = Partial<Record<DraftField, ProblemText>>

/** In the order of the form, so that the first problem is the topmost. */
export const FIELD_ORDER: DraftField[] = ['parkId', 'dates', 'email', 'promoCode']

export function checkDraft(draft: Draft, parkId: string | undefined): DraftProblems {
  const problems: DraftProblems = {}
  if (!parkId) problems.parkId = FORM_TEXTS.park
  if (draft.dates.length === 0) problems.dates = FORM_TEXTS.dates
  if (!isEmail(draft.email)) problems.email = FORM_TEXTS.email
  if (draft.promoCode.trim() === '') problems.promoCode = FORM_TEXTS.promoCode
  return problems
}

const FIELD_OF_CODE: Record<string, DraftField | undefined> = {
  'invalid-promo-code': 'promoCode',
  'promo-code-expired': 'promoCode',
  'promo-code-spent': 'promoCode',
  'promo-code-wrong-channel': 'promoCode',
  'park-not-found': 'parkId',
  'date-in-past': 'dates',
  'date-too-far': 'dates',
} satisfies { [Code in ProblemCode]?: DraftField }

const TEXT_OF_FIELD: Record<DraftField, ProblemText> = {
  parkId: FORM_TEXTS.park,
  dates: FORM_TEXTS.dates,
  email: FORM_TEXTS.email,
  promoCode: { title: 'Invalid Code', text: 'Please check your promo code and try again.' },
}

/** A refusal of the server, at the fields it is about; empty where it is about none of them. */
export function refusedFields(error: unknown): DraftProblems {
  if (!(error instanceof ApiError)) return {}
  const field = FIELD_OF_CODE[error.code]
  if (field) return { [field]: problemText(error) }
  const named = FIELD_ORDER.filter((name) => error.fields.includes(name))
  return Object.fromEntries(named.map((name) => [name, TEXT_OF_FIELD[name]]))
}
