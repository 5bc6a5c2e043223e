import { NUMBER_CHOICES_A_DAY } from '@walkon/contracts/http/plan-texts'
import { hashAddress } from '@walkon/service/address-hash'
import type { AttemptLimit } from '@walkon/service/attempt-limit'
import { checkPhone } from '@walkon/service/check-phone'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError, tooManyRequests } from '@walkon/service/errors'
import type { NumberLimit } from '@walkon/service/number-limit'
import { insertDeliveries } from '../../db/deliveries/deliveries.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import { lockPlanTexts } from '../../db/texts/failed-texts.ts'
import {
  deletePlanNumber,
  findPlanNumber,
  lockPlanNumber,
  NUMBER_REMOVED,
  savePlanNumber,
  type PlanNumber,
} from '../../db/plans/plan-numbers.ts'
import { findCoveringPlan } from '../../db/plans/plans.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'
import { keepConsents, toAskError, type AskDeps } from '../texts/ask-numbers.ts'
import { withdrawTexts } from '../alerts/mail-instead.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'
import { publishNumbers } from '../texts/publish-numbers.ts'
import { tellOfNewWay } from '../letters/tell-of-new-way.ts'

/** Texts of a plan: monthly allowance (0: none), allowed countries (ISO 3166), new numbers a client network may name a day. */
export type PlanOffer = { perMonth: number; countries: string[]; numbersPerClientDay: number }

export type ChooseDeps = AskDeps & {
  db: Database
  limits: AttemptLimit
  numberLimit: NumberLimit
  metrics: DeliveryMetrics
  rules: PlanOffer
  now: () => Date
}

const CHOICES = { limit: NUMBER_CHOICES_A_DAY, windowSeconds: 86_400 }

type Choice = { phone: string; consentVersion: string }

/**
 * The number that the texts of a visitor's plan go to, in place of the one before. It is asked for its YES, unless it has given it
 * for this visitor. The visitor is told by mail. The same number again changes nothing. Throws an `AppError`; nothing is kept then.
 */
export async function choosePlanNumber(
  deps: ChooseDeps,
  { email, client }: { email: string; client: string },
  { phone, consentVersion }: Choice,
): Promise<void> {
  const { db, limits, numberLimit, metrics, rules, now } = deps
  const [emailHash, numberHash] = [hashAddress(email), hashAddress(phone)]
  let transitions: Transition[] = []
  await db.transaction(async (tx) => {
    await lockForInserts(tx)
    await lockPlanNumber(tx, emailHash)
    if (!(await findCoveringPlan(tx, emailHash)))
      throw new AppError('plan-required', 'No plan covers this address')
    if (rules.perMonth === 0) throw new AppError('text-not-sent', 'Plans send no texts here')
    checkPhone(phone, rules.countries)
    const known = await findPlanNumber(tx, emailHash)
    if (known?.numberHash === numberHash) return
    await numberLimit.admit(client, phone)
    const waitSeconds = await limits.spend(`plan-number:${emailHash}`, CHOICES)
    if (waitSeconds !== null) throw tooManyRequests('plan-number', waitSeconds)
    const givenAt = now().toISOString()
    await savePlanNumber(tx, { emailHash, number: phone, chosenAt: givenAt })
    transitions = await mailPlanTexts(tx, emailHash, known)
    const { questions, notAsked } = await keepConsents(
      tx,
      [
        {
          numberHash,
          emailHash,
          number: phone,
          email,
          version: consentVersion,
          givenAt,
          movedAt: null,
          isOfPlanAlone: true,
        },
      ],
      deps,
    )
    for (const why of notAsked) throw toAskError(why)
    await insertDeliveries(tx, questions)
    await tellOfNewWay(tx, email, { kind: 'number', number: phone, wayHash: numberHash }, now())
    await publishConfirmed(tx, [known, await findPlanNumber(tx, emailHash)])
  })
  metrics.count(transitions)
}

/** Removes the number: alerts come by email again. The consents of the visitor and the number's owner stay on record. */
export async function removePlanNumber(
  { db, metrics }: Pick<ChooseDeps, 'db' | 'metrics'>,
  email: string,
): Promise<void> {
  const emailHash = hashAddress(email)
  const transitions = await db.transaction(async (tx) => {
    await lockForInserts(tx)
    await lockPlanNumber(tx, emailHash)
    const known = await findPlanNumber(tx, emailHash)
    await deletePlanNumber(tx, emailHash)
    await publishConfirmed(tx, [known])
    return mailPlanTexts(tx, emailHash, known)
  })
  metrics.count(transitions)
}

/** The alerts whose texts were queued for a number that is not the plan's any more go by email. */
async function mailPlanTexts(
  tx: Transaction,
  emailHash: string,
  number: PlanNumber | null,
): Promise<Transition[]> {
  if (!number) return []
  const unsent = await lockPlanTexts(tx, { emailHash, numberHash: number.numberHash })
  return withdrawTexts(tx, unsent, NUMBER_REMOVED)
}

/** Publishes the confirmed numbers only: the alerts of a number change only if its owner has answered YES. */
const publishConfirmed = (tx: Transaction, numbers: (PlanNumber | null)[]) =>
  publishNumbers(
    tx,
    numbers.flatMap((number) => (number?.isConfirmed ? [number.numberHash] : [])),
  )
