import type { WebhookPayload } from '@walkon/contracts/http/webhook-endpoints'
import type { ToldAlert } from '@walkon/contracts/events/alerts'
import type { Letter } from '@walkon/contracts/letter'
import type { MailList } from '@walkon/contracts/values'

/** The words of webhooks. They hold no address, and no link that speaks for the account. */

type Reading = { parkId: string; parkName: string; timezone: string; observedAt: string; nextAlertAt: string }

export const toRidePayload = (
  { parkId, parkName, timezone, observedAt, nextAlertAt }: Reading,
  alerts: ToldAlert[],
): WebhookPayload => ({
  type: 'alert.ride',
  timestamp: observedAt,
  data: {
    parkId,
    parkName,
    timezone,
    observedAt,
    nextAlertAt,
    rides: alerts.map(({ alertId, kind, rideId, rideName, waitMinutes, thresholdMinutes, usualMinutes }) => ({
      alertId,
      kind,
      rideId,
      rideName,
      waitMinutes,
      thresholdMinutes,
      usualMinutes,
    })),
  },
})

/** The lists whose letters are alerts. */
const TYPES = {
  restaurants: 'alert.table',
  'lightning-lane': 'alert.return-time',
  flights: 'alert.fare',
} as const

export const isAlertList = (list: MailList | null): list is keyof typeof TYPES =>
  list !== null && list in TYPES

/** A letter's subject and short text hold neither its code nor a link's token: its contract refuses them. */
export const toLetterPayload = (
  { subject, shortText }: Letter,
  { notificationId, list, saidAt }: { notificationId: string; list: keyof typeof TYPES; saidAt: string },
): WebhookPayload => ({
  type: TYPES[list],
  timestamp: saidAt,
  data: { notificationId, title: subject, text: shortText },
})
