import { mailList, type MailList } from '@walkon/contracts/values'

/**
 * The cause of a delivery: a reading of the park, a requested letter or text, a test by a visitor, or the deletion of an account. A
 * farewell leaves no row.
 */
export const DELIVERY_SOURCES = ['alert', 'notification', 'test', 'farewell'] as const
export type DeliverySource = (typeof DELIVERY_SOURCES)[number]

/** A test goes the way of the alerts, because it is to show that they arrive. */
export const goesAsAlert = (source: DeliverySource): boolean => source === 'alert' || source === 'test'

/**
 * Postmark's message streams, each with a list of suppressed addresses of its own. One for each list of mails, where `alerts` is that of
 * the ride alerts, and one for the letters outside all lists.
 */
export type MailStream = 'alerts' | Exclude<MailList, 'ride-alerts'> | 'letters'

export function streamOfList(list: MailList): Exclude<MailStream, 'letters'> {
  return list === 'ride-alerts' ? 'alerts' : list
}

export const MAIL_STREAMS: MailStream[] = [...mailList.options.map(streamOfList), 'letters']

export function streamOf({ source, list }: { source: DeliverySource; list: MailList | null }): MailStream {
  if (goesAsAlert(source)) return 'alerts'
  return list === null ? 'letters' : streamOfList(list)
}
