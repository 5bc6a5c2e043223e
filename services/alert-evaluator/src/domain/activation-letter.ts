import { toAlertsOnLetter, type AlertsOn } from '@walkon/contracts/alerts-on-letter'
import type { Letter } from '@walkon/contracts/letter'

export type ActivatedAlerts = AlertsOn & { subscriptionId: string }

/** Says what a free pass turned on; the letter of a paid one is billing's. It goes with its subscription. */
export const toActivationLetter = ({ subscriptionId, ...alerts }: ActivatedAlerts, now: Date): Letter => ({
  ...toAlertsOnLetter(alerts, now),
  name: 'alerts-activated',
  subscriptionId,
})
