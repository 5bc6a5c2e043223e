import { letterIdOf, requestLetters, type LetterRequest } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import { savePassesAnnounced, type PassToAnnounce } from '../../db/passes/passes.ts'
import { toActivationLetter } from '../../domain/activation-letter.ts'

/** A mail that says "alerts are on" is of no use a day after. */
const USEFUL = { hours: 24 }

const OCCASION = 'alerts-activated'

/** Asks, once a pass, for the mail that says which alerts are on from when, with the manage link. */
export async function announcePasses(
  tx: Transaction,
  where: { subscriptionIds: string[] } | { parkIds: string[] },
  now: Date,
): Promise<void> {
  const passes = await savePassesAnnounced(tx, where)
  const requests = passes.map((pass) => toRequest(pass, now))
  await requestLetters(tx, 'alert-evaluator', requests, now)
}

/** The notification that a pass asks for; also the key of its event. */
export const announcementId = (passId: string) => letterIdOf(passId, OCCASION)

function toRequest(pass: PassToAnnounce, now: Date): LetterRequest {
  const { passId, email, windows, ...alerts } = pass
  const dates = windows.map(({ date }) => date)
  const startsAt = new Date(windows[0]?.startsAt ?? now)
  const endsAt = new Date(windows.at(-1)?.endsAt ?? now)
  return {
    to: { email },
    letter: toActivationLetter({ ...alerts, dates, startsAt, endsAt }, now),
    about: passId,
    occasion: OCCASION,
    useful: USEFUL,
  }
}
