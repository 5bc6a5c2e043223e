import { CHECK_TEXTS } from '../../lib/check-texts.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { isEmail } from '../../lib/email.ts'
import { GET_ALERTS_TEXTS, PHONE_WORDS } from './get-alerts-words.ts'

type Entries = { channel: 'email' | 'sms'; email: string; phone: string; dates: string[] }
type Problems = { parkId?: ProblemText; dates?: ProblemText; phone?: ProblemText; email?: ProblemText }

/** Checks the entries of Get Alerts before it asks billing (core, section 5). */
export function checkGetAlerts(
  { channel, email, phone, dates }: Entries,
  parkId: string | undefined,
): Problems {
  return {
    ...(!parkId && { parkId: GET_ALERTS_TEXTS.setup }),
    ...(dates.length === 0 && { dates: CHECK_TEXTS.dates }),
    ...(channel === 'sms' && !isPhone(phone) && { phone: { ...CHECK_TEXTS.phone, text: PHONE_WORDS } }),
    ...(!isEmail(email) && { email: CHECK_TEXTS.email }),
  }
}

/** Digits, spaces, dashes, dots, brackets and a leading +; ten digits at least. The server looks closer. */
const isPhone = (value: string) =>
  /^\+?[\d\s().-]+$/.test(value.trim()) && value.replaceAll(/\D/g, '').length >= 10
