type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error'

/** A refusal in Stripe's words: the type, the code and the parameter that its clients branch on. */
export class StripeError extends Error {
  readonly status: number
  readonly type: ErrorType
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(
    message: string,
    { status = 400, type = 'invalid_request_error', code, param }: Partial<Omit<StripeError, 'message'>> = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.param = param
  }

  toBody() {
    const { type, code, param, message } = this
    return { error: { type, ...(code && { code }), message, ...(param && { param }) } }
  }
}

export const missing = (what: string, id: string, param: string) =>
  new StripeError(`No such ${what}: '${id}'`, { status: 404, code: 'resource_missing', param })
