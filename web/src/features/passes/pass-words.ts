import type { PassState, PassView } from '@walkon/contracts/http/passes'

const STATES: Record<PassState, string> = {
  'awaiting-payment': 'Awaiting payment. It ends by itself if it is not paid in time.',
  'awaiting-confirmation': 'Awaiting confirmation. Open the link in our email.',
  upcoming: 'Upcoming',
  active: 'Active',
  over: 'Over',
  revoked: 'Ended early, because the payment was returned',
  returned: 'Refunded, because the payment came after its days',
}

export const stateWords = ({ state }: Pick<PassView, 'state'>): string => STATES[state]

export const alertWords = ({ channel }: Pick<PassView, 'channel'>): string =>
  channel === 'sms' ? 'SMS alerts' : 'Email alerts'
