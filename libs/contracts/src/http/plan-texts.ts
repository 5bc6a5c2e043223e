import { z } from 'zod/mini'
import { phoneNumber } from '../phone-number.ts'
import { SMS_CONSENT } from '../sms-consent.ts'
import { instant } from '../values.ts'
import { NUMBER_STATES } from './ways.ts'

/** The text messages of an unlimited plan, under `/api/notifications/plan-texts`: to one number, so many in a calendar month (UTC). */

/** How often a visitor may choose another number in a day. */
export const NUMBER_CHOICES_A_DAY = 5

/** `GET /plan-texts`. */
export const planTexts = z.object({
  /** True if this installation sends texts of plans. */
  isOffered: z.boolean(),
  /** True if a plan covers the caller now. Without one nothing is texted, also to a number that is still stored. */
  isCovered: z.boolean(),
  number: z.nullable(
    z.object({
      /** The last four digits. */
      number: z.string(),
      state: z.enum(NUMBER_STATES),
    }),
  ),
  /** Texts of this month. */
  textsUsed: z.int(),
  textsPerMonth: z.int(),
  /** The first day of this month, and the instant at which the next one begins. */
  month: z.iso.date(),
  nextMonthAt: instant,
})
export type PlanTexts = z.output<typeof planTexts>

/** `PUT /plan-texts`. `consentVersion` names the words that the visitor was shown. */
export const newPlanNumber = z.strictObject({
  phone: phoneNumber,
  consentVersion: z.literal(SMS_CONSENT.version),
})
