/** A refusal in Twilio's words: its own code in the body, and what HTTP says of it. */
export class TwilioError extends Error {
  readonly code: number
  readonly status: number

  constructor(code: number, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }

  toBody() {
    return toErrorBody(this)
  }
}

export const toErrorBody = ({ code, message, status }: Pick<TwilioError, 'code' | 'message' | 'status'>) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
})

export const notThere = (path: string) =>
  new TwilioError(20404, `The requested resource ${path} was not found`, 404)
