import { MAX_DATES_PER_ORDER } from '@walkon/contracts/http/billing'
import type { ProblemCode } from '@walkon/contracts/http/problem-codes'
import { ApiError } from '../../lib/api.ts'
import { CHECK_TEXTS } from '../../lib/check-texts.ts'
import { FORM_TEXTS, type ProblemText } from '../../lib/form-texts.ts'
import { NO_SUCH_PHONE, problemText } from '../../lib/problem-texts.ts'
import { FIELD_ORDER, type DraftField, type DraftProblems, type OrderChannel } from './draft.ts'

/** The server's refusal, by field; `problems` is empty if it is about none of them. */
export type Refusal = { code: string; problems: DraftProblems; text: ProblemText }

const FIELD_OF_CODE: Record<string, DraftField | undefined> = {
  'invalid-promo-code': 'promoCode',
  'promo-code-expired': 'promoCode',
  'promo-code-spent': 'promoCode',
  'promo-code-wrong-channel': 'promoCode',
  'park-not-found': 'parkId',
  'address-left': 'email',
  'date-in-past': 'dates',
  'date-too-far': 'dates',
  'day-sold-out': 'dates',
  'phone-required': 'phone',
  'phone-country': 'phone',
} satisfies { [Code in ProblemCode]?: DraftField }

const TEXT_OF_FIELD: Record<DraftField, ProblemText> = {
  parkId: FORM_TEXTS.park,
  // The form asks for a day by itself: the server has found another fault.
  dates: { title: 'Days Not Accepted', text: `Please choose other days, ${MAX_DATES_PER_ORDER} at most.` },
  phone: NO_SUCH_PHONE,
  email: CHECK_TEXTS.email,
  promoCode: { title: 'Invalid Code', text: 'Please check your promo code and try again.' },
}

/** `channel`: that of the order. A code of another channel says which it is for (decisions, section 4). */
export function toRefusal(error: unknown, channel: OrderChannel): Refusal {
  const text = withHelp(problemText(error), error, channel)
  if (!(error instanceof ApiError)) return { code: 'unknown', problems: {}, text }
  const { code, fields } = error
  const field = FIELD_OF_CODE[code]
  if (field) return { code, problems: { [field]: text }, text }
  const named = FIELD_ORDER.filter((name) => fields.includes(name))
  return { code, problems: Object.fromEntries(named.map((name) => [name, TEXT_OF_FIELD[name]])), text }
}

const OTHER = { email: 'It is for SMS alerts.', sms: 'It is for email alerts.' }

const withHelp = (text: ProblemText, error: unknown, channel: OrderChannel): ProblemText =>
  error instanceof ApiError && error.code === 'promo-code-wrong-channel'
    ? { ...text, text: `${text.text} ${OTHER[channel]}` }
    : text
