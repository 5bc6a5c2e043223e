import type { Recipient } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { listPlanWays } from '../../db/plans/plan-numbers.ts'
import { lockTextMonths, saveTextMonths } from '../../db/plans/plan-text-months.ts'
import { toTextMonth } from '../../domain/text-month.ts'
import type { TextLimit } from '../../limits/texts.ts'
import { mailSpentTexts } from './mail-spent-texts.ts'

export type PlanTextRules = {
  /** 0: plans send no texts. */
  perMonth: number
  now: () => Date
}

/** The texts that the plans of these visitors have left. */
export type PlanTexts = {
  /** The number that the visitor's texts go to; null without a plan that covers, or a number that may be texted. */
  numberOf(email: string): Recipient | null
  /**
   * Counts one more text of the visitor's plan; false where none is left, or the budgets of all texts refuse it. The plan is asked
   * first and counted last, so that a refused text uses up neither. `knownAt`: see `mailSpentTexts`.
   */
  spend(alerted: { email: string; knownAt: string }): Promise<boolean>
  /** Saves the count, and has the visitors told whose month is used up by now. */
  save(): Promise<void>
}

/** Locks the months of these visitors' plans until the transaction ends, so that no other consumer counts the same text. */
export async function findPlanTexts(
  tx: Transaction,
  emails: string[],
  { texts, planTexts: { perMonth, now } }: { texts: TextLimit; planTexts: PlanTextRules },
): Promise<PlanTexts> {
  if (perMonth === 0 || emails.length === 0) return NONE
  const emailOf = new Map(emails.map((email) => [hashAddress(email), email]))
  const ways = await listPlanWays(tx, [...emailOf.keys()])
  const current = toTextMonth(now())
  const locked = await lockTextMonths(
    tx,
    ways.map(({ planId }) => planId),
    current.month,
  )
  const monthOf = new Map(locked.map((month) => [month.planId, { ...month, knownAt: '' }]))
  const wayOf = new Map(ways.map((way) => [way.emailHash, way]))
  const find = (email: string) => {
    const way = wayOf.get(hashAddress(email))
    return way && { ...way, month: monthOf.get(way.planId) }
  }
  return {
    numberOf(email) {
      const way = find(email)
      return way ? { channel: 'sms', address: way.number } : null
    },
    async spend({ email, knownAt }) {
      const { month, number } = find(email) ?? {}
      if (!month || number === undefined) return false
      month.knownAt = knownAt
      if (month.textsUsed >= perMonth || (await texts.spend(number)) !== null) return false
      month.textsUsed += 1
      return true
    },
    async save() {
      const touched = ways.flatMap(({ planId, emailHash }) => {
        const month = monthOf.get(planId)
        return month?.knownAt ? [{ ...month, email: emailOf.get(emailHash) ?? '' }] : []
      })
      const spent = touched.filter(({ isSpent, textsUsed }) => !isSpent && textsUsed >= perMonth)
      await mailSpentTexts(tx, spent, { perMonth, current, now })
      await saveTextMonths(
        tx,
        current.month,
        touched.map(({ planId, textsUsed, isSpent }) => ({
          planId,
          textsUsed,
          isSpent: isSpent || textsUsed >= perMonth,
        })),
      )
    },
  }
}

const NONE: PlanTexts = { numberOf: () => null, spend: async () => false, save: async () => {} }
