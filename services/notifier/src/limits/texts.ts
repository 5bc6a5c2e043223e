import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import { hashAddress } from '@walkon/service/address-hash'
import type { Cache } from '@walkon/service/cache'
import { createDistinctLimit } from '@walkon/service/number-limit'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { TextPause } from '../channels/text-pause.ts'

export type TextRules = {
  /** False stops all texts at once. */
  isOn: boolean
  /** Regions whose numbers are texted, as ISO 3166 codes. */
  countries: string[]
  perNumberDay: number
  /** For numbers that differ in their last four digits alone: who is paid for texts holds whole blocks. */
  perBlockDay: number
  perDay: number
  /** For questions to numbers that have not confirmed. They use up nothing of `perDay`: an order can name any number. */
  questionsPerDay: number
  /** Numbers that one address may have asked in a day, each as often as a number may be. */
  numbersPerAddressDay: number
}

export type TextRefusal = 'texts-off' | 'text-country' | 'text-budget'

/** The budgets of all numbers together: texts to confirmed numbers, and questions to others. */
export type TextBudget = 'alerts' | 'questions'

export type TextLimit = {
  /** True if no text is sent at all, by the kill switch or for as long as the provider refuses our configuration. */
  isOff(): Promise<boolean>
  /** Counts one more text to this number, or says why it is not sent. */
  spend(number: string, options?: { isQuestion: boolean }): Promise<TextRefusal | null>
  /** How many more texts the budgets of all numbers together allow until midnight UTC. */
  left(): Promise<Record<TextBudget, number>>
  /**
   * Counts one more question to a number that has not confirmed: an order can name any number. Returns null, or the seconds until the next
   * one is allowed. Limited for the number and for the address that names it. A number that was silent on two days is not asked again for a
   * month.
   */
  spendQuestion(question: { number: string; email: string }): Promise<number | null>
  /** The number has said YES: it is not silent. */
  noteAnswered(number: string): Promise<void>
  /** True if a text that was not understood may be answered: once a day for a number. Two machines then do not talk for ever. */
  spendUnclear(number: string): Promise<boolean>
}

const QUESTIONS_PER_NUMBER_DAY = 3
const SILENT_DAYS = 2
const DAY_SECONDS = 86_400
const MONTH_SECONDS = 30 * DAY_SECONDS
const BLOCK_DIGITS = 4

/** The days of a month on which a number was asked. */
const silentDays = (numberHash: string): [string, Allowance] => [
  `text:question-days:${numberHash}`,
  { limit: SILENT_DAYS, windowSeconds: MONTH_SECONDS },
]
/** Later questions of a day that was counted are allowed; those of a day that was refused are not. */
const AFTER_THE_FIRST: Allowance = { limit: SILENT_DAYS + 1, windowSeconds: MONTH_SECONDS }

/** Limits the cost of texts, counted in the shared cache. A refused text counts against no larger budget. */
export function createTextLimit(
  cache: Cache,
  now: () => Date,
  rules: TextRules,
  pause: Pick<TextPause, 'isOn'>,
): TextLimit {
  const { isOn, countries, perNumberDay, perBlockDay, perDay, questionsPerDay, numbersPerAddressDay } = rules
  const limits = createAttemptLimit(cache, now)
  const numbersOfAddress = createDistinctLimit(cache, now)
  const spend = (key: string, limit: number) =>
    limits.spend(`text:${key}`, { limit, windowSeconds: DAY_SECONDS })
  const left = (key: string, limit: number) =>
    limits.left(`text:${key}`, { limit, windowSeconds: DAY_SECONDS })
  const isOver = async (key: string, limit: number) => (await spend(key, limit)) !== null

  const isOff = async () => !isOn || (await pause.isOn())

  return {
    isOff,
    async spend(number, { isQuestion } = { isQuestion: false }) {
      if (await isOff()) return 'texts-off'
      const country = parsePhoneNumberFromString(number)?.country
      if (!country || !countries.includes(country)) return 'text-country'
      if (await isOver(`number:${hashAddress(number)}`, perNumberDay)) return 'text-budget'
      if (await isOver(`block:${hashAddress(number.slice(0, -BLOCK_DIGITS))}`, perBlockDay))
        return 'text-budget'
      const isSpent = isQuestion ? isOver('questions', questionsPerDay) : isOver('all', perDay)
      return (await isSpent) ? 'text-budget' : null
    },
    left: async () => ({
      alerts: await left('all', perDay),
      questions: await left('questions', questionsPerDay),
    }),
    async spendQuestion({ number, email }) {
      const numberHash = hashAddress(number)
      const isNewToday = (await spend(`question-day:${numberHash}`, 1)) === null
      const days = silentDays(numberHash)
      const silent = isNewToday ? await limits.spend(...days) : await limits.check(days[0], AFTER_THE_FIRST)
      return (
        silent ??
        (await numbersOfAddress.spend(`text:question-for:${hashAddress(email)}`, numberHash, {
          limit: numbersPerAddressDay,
          windowSeconds: DAY_SECONDS,
        })) ??
        (await spend(`question:${numberHash}`, QUESTIONS_PER_NUMBER_DAY))
      )
    },
    noteAnswered: (number) => limits.restore(...silentDays(hashAddress(number))),
    spendUnclear: async (number) => !(await isOver(`unclear:${hashAddress(number)}`, 1)),
  }
}
