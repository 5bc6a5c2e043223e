/** Why an address is not written to. `unsubscribed` stops alerts, the other reasons stop everything. */
export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'invalid'
