/** Codes of the unlimited plan: of billing, which sells it, and of alert-evaluator, which acts on it. */
export const PLAN_CODES = {
  'plan-required': {
    status: 403,
    owner: 'alert-evaluator',
    title: 'Plan required',
    explanation:
      'Parks are added, and a number for the texts of a plan is chosen, by an address that an unlimited plan covers; this one has none.',
  },
  'plan-exists': {
    status: 409,
    owner: 'billing',
    title: 'Plan exists',
    explanation: 'The account has an unlimited plan already; nothing was charged.',
  },
  'plan-not-found': {
    status: 404,
    owner: 'billing',
    title: 'No plan',
    explanation: 'The account has no unlimited plan that could be managed.',
  },
  'portal-unavailable': {
    status: 503,
    owner: 'billing',
    title: 'Portal unavailable',
    explanation: 'The payment provider did not open its portal. The same request may be sent again.',
  },
} as const
