import { ApiError } from './api.ts'

const VAGUE = new Set(['internal', 'unavailable', 'upstream-timeout', 'unexpected-answer'])

/** True if the error code does not help the visitor. The page then shows the specification's text for the call. */
export const isVague = (error: unknown): boolean => !(error instanceof ApiError) || VAGUE.has(error.code)
