/** A refusal in Duffel's words. */
export class DuffelProblem extends Error {
  readonly status: number
  readonly type: ErrorType
  readonly code: string
  readonly source: { field: string; pointer: string } | undefined

  constructor(
    status: number,
    type: ErrorType,
    code: string,
    message: string,
    source?: { field: string; pointer: string },
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.source = source
  }
}

type ErrorType =
  | 'authentication_error'
  | 'invalid_request_error'
  | 'validation_error'
  | 'invalid_state_error'
  | 'rate_limit_error'
  | 'api_error'

/** The body of every refusal. */
export const toErrorBody = (
  { status, type, code, message, source }: Omit<DuffelProblem, 'name'>,
  requestId: string,
) => ({
  errors: [
    {
      type,
      code,
      title: code.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
      message,
      documentation_url: 'https://duffel.com/docs/api/overview/errors',
      ...(source && { source }),
    },
  ],
  meta: { request_id: requestId, status },
})

export const invalid = (pointer: string, code: string, message: string) =>
  new DuffelProblem(422, 'validation_error', code, message, {
    field: pointer.split('/').at(-1) ?? '',
    pointer,
  })

export const notThere = (what: string) =>
  new DuffelProblem(
    404,
    'invalid_request_error',
    'not_found',
    `The ${what} you are trying to access does not exist.`,
  )

/** In a fault, and where a test route of Duffel's says so. */
export const timedOut = () => new DuffelProblem(504, 'api_error', 'gateway_timeout', 'The gateway timed out.')
