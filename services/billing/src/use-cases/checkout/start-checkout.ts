import type { newCheckout, startedCheckout } from '@walkon/contracts/http/checkouts'
import type { Caller } from '@walkon/service/access'
import { checkPhone } from '@walkon/service/check-phone'
import { AppError } from '@walkon/service/errors'
import type { NumberLimit } from '@walkon/service/number-limit'
import type { z } from 'zod'
import type { Settings } from '../../config.ts'
import { insertFreeSession } from '../../db/checkout/free-sessions.ts'
import { toReturnUrls, toSite, type Return } from '../../domain/return-urls.ts'
import { activateNow } from '../passes/activate-alerts.ts'
import { decideWay } from './decide-way.ts'
import { payOrder, type PayDeps } from './pay-order.ts'
import { readOrder, type FreeActivation } from './read-order.ts'
import { requestActivation } from '../passes/request-activation.ts'

type Asked = z.output<typeof newCheckout>
type Started = z.output<typeof startedCheckout>
export type CheckoutDeps = PayDeps & { numberLimit: NumberLimit }

/**
 * Places an order in one of three ways: a payment page, a pass at once for a proven free order, or a mailed link. Throws `phone-required`,
 * `phone-country`, `sms-not-offered`, `too-many-numbers`, and what reading the order and its way throw.
 */
export async function startCheckout(
  deps: CheckoutDeps,
  given: Asked,
  sender: { caller: Caller | null; client: string; origin?: string | undefined },
): Promise<Started> {
  const site = toSite(sender.origin, deps.settings)
  // Only an order for text messages has a number.
  const asked = given.channel === 'sms' ? given : { ...given, phone: undefined }
  checkChannel(asked, deps.settings)
  const wanted = await readOrder(deps, asked, sender)
  const way = await decideWay(deps, wanted)
  // A free order sends a confirmation request by text, so its numbers are limited.
  if (way.kind !== 'paid' && asked.phone !== undefined)
    await deps.numberLimit.admit(wanted.client, asked.phone)
  switch (way.kind) {
    case 'paid':
      return payOrder(deps, wanted, { asked, site })
    case 'free':
      return openFreeSession(deps, { asked, site }, await activateNow(deps, { ...wanted, owner: way.owner }))
    case 'judged-by-mail':
      return openFreeSession(deps, { asked, site }, await requestActivation(deps, wanted))
    default:
      return way satisfies never
  }
}

/** The session of an order that is not paid is ours. Each request has one of its own. */
export const FREE_SESSION = 'free_'

async function openFreeSession(
  { db }: CheckoutDeps,
  { asked, site }: { asked: Return; site: string },
  { orderId, isBlind }: FreeActivation,
): Promise<Started> {
  const { id } = await insertFreeSession(db, { orderId, isBlind })
  const sessionId = `${FREE_SESSION}${id}`
  return { sessionId, url: toReturnUrls(site, sessionId, asked).successUrl }
}

function checkChannel({ channel, phone }: Asked, settings: Settings): void {
  if (channel !== 'sms') return
  if (!settings.SMS_ENABLED) throw new AppError('sms-not-offered', 'SMS alerts are not offered')
  checkPhone(phone, settings.SMS_COUNTRIES)
}
