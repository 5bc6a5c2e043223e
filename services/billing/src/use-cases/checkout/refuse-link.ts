import { AppError } from '@walkon/service/errors'

/** Why the link of a confirmation mail confirms nothing. */

export const unknownLink = () => new AppError('confirmation-token-invalid', 'This link is not one of ours')

export const expiredLink = () =>
  new AppError('confirmation-token-expired', 'This link has expired. Please activate again.')

export const datesOver = () => new AppError('dates-over', 'The days you chose are over at the park')
