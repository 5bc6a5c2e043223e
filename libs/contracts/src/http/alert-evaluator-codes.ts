import type { CodesOf } from './problem-definition.ts'

/** The codes of alert-evaluator's own rules. */
export const ALERT_EVALUATOR_CODES = {
  'subscription-not-found': {
    status: 404,
    owner: 'alert-evaluator',
    title: 'No such subscription',
    explanation: 'No subscription has this id, or it belongs to another address.',
  },
  'unknown-ride': {
    status: 422,
    owner: 'alert-evaluator',
    title: 'Unknown ride',
    explanation:
      'One of the chosen rides is not in the park of the subscription or the order; nothing was changed. billing answers it as well.',
  },
  'plan-required': {
    status: 403,
    owner: 'alert-evaluator',
    title: 'Plan required',
    explanation:
      'Parks are added, and a number for the texts of a plan is chosen, by an address that an unlimited plan covers; this one has none.',
  },
} as const satisfies CodesOf<'alert-evaluator'>
