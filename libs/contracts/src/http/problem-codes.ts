import { ALERT_EVALUATOR_CODES } from './alert-evaluator-codes.ts'
import { BILLING_CODES } from './billing-codes.ts'
import { COMMON_CODES } from './common-codes.ts'
import { FLIGHTS_CODES } from './flights-codes.ts'
import { GOTRUE_CODES } from './gotrue-codes.ts'
import { IDENTITY_CODES } from './identity-codes.ts'
import { NOTIFIER_CODES } from './notifier-codes.ts'
import { PARK_DATA_CODES } from './park-data-codes.ts'
import { PLANNER_CODES } from './planner-codes.ts'
import { RANKINGS_CODES } from './rankings-codes.ts'
import type { ProblemDefinition, ProblemOwner } from './problem-definition.ts'

/** Every code that an answer of Walkon can carry. A code is part of the API: its meaning and status never change. */
export const PROBLEMS = {
  ...COMMON_CODES,
  ...ALERT_EVALUATOR_CODES,
  ...BILLING_CODES,
  ...FLIGHTS_CODES,
  ...IDENTITY_CODES,
  ...NOTIFIER_CODES,
  ...PARK_DATA_CODES,
  ...PLANNER_CODES,
  ...RANKINGS_CODES,
  ...GOTRUE_CODES,
} satisfies Record<string, ProblemDefinition>

export type ProblemCode = keyof typeof PROBLEMS

/** The codes of `/auth/v1`, whose answers have GoTrue's wire format. */
export type GoTrueCode = keyof typeof GOTRUE_CODES

export type ProblemCodeOf<Owner extends ProblemOwner> = {
  [Code in ProblemCode]: (typeof PROBLEMS)[Code]['owner'] extends Owner ? Code : never
}[ProblemCode]

/** In the order of the catalogue. */
export const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]

export const isGoTrueCode = (code: ProblemCode): code is GoTrueCode => code in GOTRUE_CODES

/** The gateway's page of all codes. */
export const PROBLEMS_PATH = '/api/docs/problems'

/** The `type` of a problem: a path, so that it is the same in every installation. */
export const toProblemType = (code: ProblemCode): string => `${PROBLEMS_PATH}#${code}`
