/** What caused a delivery: a reading of the park, a letter or text that was asked for, or a visitor who tries their way. */
export type DeliverySource = 'alert' | 'notification' | 'test'

/** Postmark's message streams, each with a list of suppressed addresses of its own. */
export type MailStream = 'alerts' | 'letters'

/** A test goes the way of the alerts, because it is to show that they arrive. */
export const streamOf = (source: DeliverySource): MailStream =>
  source === 'notification' ? 'letters' : 'alerts'
