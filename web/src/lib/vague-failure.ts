import { ApiError } from './api.ts'

const VAGUE = new Set(['internal', 'unavailable', 'upstream-timeout', 'unexpected-answer'])

/** Whether a failure says nothing that a visitor could act on: the specification's words for the call stand for it. */
export const isVague = (error: unknown): boolean => !(error instanceof ApiError) || VAGUE.has(error.code)
