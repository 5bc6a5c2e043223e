import { createAttemptLimit } from '@walkon/service/attempt-limit'
import { hashAddress } from '@walkon/service/address-hash'
import type { Cache } from '@walkon/service/cache'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { TextPause } from '../channels/text-pause.ts'

export type TextRules = {
  /** False stops all texts at once. */
  isOn: boolean
  /** Regions whose numbers are texted, as ISO 3166 codes. */
  countries: string[]
  perNumberDay: number
  /** Of the numbers that differ in their last four digits alone: who is paid for texts holds whole blocks. */
  perBlockDay: number
  perDay: number
}

export type TextRefusal = 'texts-off' | 'text-country' | 'text-budget'

export type TextLimit = {
  /** Whether no text is sent at all, by the kill switch or for as long as the provider refuses our configuration. */
  isOff(): Promise<boolean>
  /** Counts one more text to this number, or says why it is not sent. */
  spend(number: string): Promise<TextRefusal | null>
  /**
   * Counts one more question to a number that has not confirmed: an order can name any number. Returns null, or the seconds until
   * the next one is allowed.
   */
  spendQuestion(number: string): Promise<number | null>
}

const QUESTIONS_PER_NUMBER_DAY = 3
const DAY_SECONDS = 86_400
const BLOCK_DIGITS = 4

/** What texts may cost, counted in the shared cache. A refused text counts against no larger budget. */
export function createTextLimit(
  cache: Cache,
  now: () => Date,
  rules: TextRules,
  pause: Pick<TextPause, 'isOn'>,
): TextLimit {
  const { isOn, countries, perNumberDay, perBlockDay, perDay } = rules
  const limits = createAttemptLimit(cache, now)
  const spend = (key: string, limit: number) =>
    limits.spend(`text:${key}`, { limit, windowSeconds: DAY_SECONDS })
  const isOver = async (key: string, limit: number) => (await spend(key, limit)) !== null

  const isOff = async () => !isOn || (await pause.isOn())

  return {
    isOff,
    async spend(number) {
      if (await isOff()) return 'texts-off'
      const country = parsePhoneNumberFromString(number)?.country
      if (!country || !countries.includes(country)) return 'text-country'
      if (await isOver(`number:${hashAddress(number)}`, perNumberDay)) return 'text-budget'
      if (await isOver(`block:${hashAddress(number.slice(0, -BLOCK_DIGITS))}`, perBlockDay))
        return 'text-budget'
      return (await isOver('all', perDay)) ? 'text-budget' : null
    },
    spendQuestion: (number) => spend(`question:${hashAddress(number)}`, QUESTIONS_PER_NUMBER_DAY),
  }
}
