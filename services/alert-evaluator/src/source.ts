/** The service's name, and the CloudEvents source of what it publishes. */
export const source = 'alert-evaluator'
