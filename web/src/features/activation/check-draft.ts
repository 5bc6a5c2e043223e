import { toDialed } from '@walkon/contracts/pasted-text'
import { isEmail } from '../../lib/email.ts'
import { CHECK_TEXTS } from '../../lib/check-texts.ts'
import type { Draft, DraftProblems } from './draft.ts'

export function checkDraft(draft: Draft): DraftProblems {
  const problems: DraftProblems = {}
  if (draft.dates.length === 0) problems.dates = CHECK_TEXTS.dates
  if (draft.channel === 'sms' && !isPhone(draft.phone)) problems.phone = CHECK_TEXTS.phone
  if (!isEmail(draft.email)) problems.email = CHECK_TEXTS.email
  return problems
}

/** Digits with an optional plus, however they are grouped (core, section 5). The server looks closer. */
const isPhone = (value: string) => /^\+?[1-9]\d{1,14}$/.test(toDialed(value))
