import type { CodesOf } from './problem-definition.ts'

/** Codes of planner (docs/decisions/error-catalogue.md). */
export const PLANNER_CODES = {
  'gate-closed': {
    status: 403,
    owner: 'planner',
    title: 'Coming soon',
    explanation:
      'The feature is announced and not open yet, and the request has no key to its gate, or one that has ended.',
  },
  'gate-password-wrong': {
    status: 403,
    owner: 'planner',
    title: 'Incorrect password',
    explanation: 'The password is not that of the gate. Wrong ones are limited.',
  },
} as const satisfies CodesOf<'planner'>
