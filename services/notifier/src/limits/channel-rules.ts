import { twilioOf, type NotifierSettings } from '../config.ts'
import type { PushRules } from '../use-cases/push/find-pushable.ts'
import type { PlanOffer } from '../use-cases/plans/keep-plan-number.ts'
import type { TextRules } from './texts.ts'

/** The limits of each channel, by the settings. */

export const textRulesOf = (settings: NotifierSettings): TextRules => ({
  isOn: twilioOf(settings) !== null && !settings.STOP_ALL_TEXTS,
  countries: settings.SMS_COUNTRIES,
  perNumberDay: settings.TEXTS_PER_NUMBER_DAY,
  perBlockDay: settings.TEXTS_PER_BLOCK_DAY,
  perDay: settings.TEXTS_PER_DAY,
  questionsPerDay: settings.TEXT_QUESTIONS_PER_DAY,
  numbersPerAddressDay: settings.TEXT_NUMBERS_PER_ADDRESS_DAY,
})

export const planTextRulesOf = (settings: NotifierSettings): PlanOffer => ({
  perMonth: settings.SMS_ENABLED && !settings.STOP_ALL_TEXTS ? settings.PLAN_TEXTS_PER_MONTH : 0,
  countries: settings.SMS_COUNTRIES,
  numbersPerClientDay: settings.PLAN_NUMBERS_PER_CLIENT_DAY,
})

export const pushRulesOf = (settings: NotifierSettings): PushRules => ({
  isOn: !settings.STOP_ALL_PUSHES,
  fallbackSeconds: settings.PUSH_FALLBACK_SECONDS,
})
